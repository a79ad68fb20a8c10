import { findAction, outputPlan } from '@hinterland/actions';
import { tellingOf } from '@hinterland/actions/tell';
import { chartsIn, entryText, makeWords, mapOf, tablesOf } from '@hinterland/answers';
import { textsOf } from '@hinterland/answers/texts';
import { translatorOf } from '@hinterland/answers/translate';
import { expect, it } from 'vitest';
import { chartHtml } from '../../../../apps/service/src/surface/pages/report/chartHtml.ts';
import { tablesHtml } from '../../../../apps/service/src/surface/pages/report/tableHtml.ts';
import { WORKED } from './answers.ts';
import { linesOf } from './lines.ts';
import { ownWords, pseudoTexts, sentences, untouchedIn } from './untouched.ts';

const texts = pseudoTexts(textsOf('en'));
const words = makeWords('en', texts, translatorOf('en', sentences, pseudoTexts(sentences)));

/** The lists of worked answers are shortened, and with them the names of these parts; the last is the demo territory. */
const SHORTENED = /^(Cumulative|cumulative|Band|Maravea)$/;

it.each([...WORKED])(
  'the answer of %s leaves no English in a language of JSON alone but names and its own sentences',
  (_, worked) => {
    const { actionId, result, input } = worked;
    const telling = tellingOf(actionId, result);
    const own = [...new Set(ownWords([result, input], words.translate))].toSorted((a, b) => b.length - a.length);
    const map = mapOf({ result, input, area: result });
    const { sentence } = telling;
    const lines = [
      ...(sentence === null ? [] : [words.tell(sentence.figure), words.tell(sentence.rest)]),
      ...chartsIn(telling).flatMap((chart) => linesOf(chartHtml(chart, words as never).text)),
      ...tablesHtml(
        tablesOf(result, { plan: outputPlan(findAction(actionId)!), isForReading: true }),
        words as never,
      ).flatMap(({ text }) => linesOf(text)),
      ...(map?.legend ?? []).map((entry) => entryText(entry, words)),
      ...(map?.how == null ? [] : [words.title(map.how)]),
    ];
    const left = lines.flatMap((line) => {
      const untouched = untouchedIn(line, own).filter((word) => !SHORTENED.test(word));
      return untouched.length === 0 ? [] : [`${untouched.join(' ')}: ${line.slice(0, 160)}`];
    });
    expect([...new Set(left)]).toEqual([]);
  },
);
