// What answers say, without tables and files: pages load this alone.
export { type Limit, limitFigure, limitOf, limitUnit } from './limit.ts';
export { inUnit, isNamedByTitle, measureOf } from './measure.ts';
export { isObject, objectsIn, partNames, wholeName, wholeOf, wholesOf } from './parts.ts';
export { missing, peopleLiving, peopleWithin, placeName, residentsByLimit, travelOf } from './sentences.ts';
export {
  type Bar,
  type Bars,
  bars,
  type Chart,
  type Choice,
  chartsIn,
  type Dot,
  type FigureTable,
  type Outcome,
  type Part,
  type Picture,
  type RangeOf,
  type Ranges,
  type Row,
  type RowCell,
  type Scatter,
  type Section,
  type Sentence,
  type Span,
  type Telling,
  type Unit,
  type Verdict,
} from './telling.ts';
export { chooseFields } from './topicFields.ts';
export { coordinatesOf, nameOfFound } from './words/coordinates.ts';
export { capitalized, digitsOf } from './words/digits.ts';
export type { TextKey, Texts } from './words/keys.ts';
export { acceptedLanguage, LANGUAGES } from './words/languages.ts';
export { type RoughReason, roughSaid } from './words/rough.ts';
export { byOf, nameOf, type Said, sentenceAt } from './words/said.ts';
export { priceLabel } from './words/service/priceLabel.ts';
export { isStatement, type Statement, statementOf } from './words/service/statement.ts';
export { SENTENCE_MEMBERS, type Translate } from './words/service/translation.ts';
export { askedTitleOf, subjectOfTitle, titleIn } from './words/titles.ts';
export { makeWords, type Words } from './words/words.ts';
