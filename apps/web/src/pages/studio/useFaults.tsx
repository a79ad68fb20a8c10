import { coordinatesOf } from '@hinterland/answers/words';
import type { ReactNode } from 'react';
import { Problem } from '../../api/request.ts';
import { type TextKey, useText } from '../../text/index.ts';
import { Sentence } from '../../text/sentences.tsx';
import { memberOf, type PlaceFault, placeFaultsOf } from './placeFaults.ts';
import { type AskedAction, effectiveFields, givenOf, type Question } from './question.ts';

interface Asked {
  /** The action asked for; before one is chosen, that which draws areas. */
  readonly action: AskedAction;
  readonly question: Question;
  /** The question whose area is drawn: without the stores that a plan has closed. */
  readonly drawn: Question;
  /** Why there is no price, no area and no answer; null where nothing was refused. */
  readonly price: unknown;
  readonly area: unknown;
  readonly run: unknown;
  /** What a place is called on the page. */
  readonly nameOf: (place: PlaceFault['place']) => string;
}

/** What is wrong with a question, each fault to be shown in one place. */
export interface Faults {
  /** The fault of a member: its own, or of something within it. */
  readonly of: (pointer: string) => ReactNode;
  /** The fault of the places asked about, with the code of the problem. */
  readonly places: { readonly code: string; readonly text: string } | null;
  /** The fault of the area alone: null where a field or a place shows it. */
  readonly area: unknown;
  /** Whether fields and places show all that a price was refused for. */
  readonly isPriceMarked: boolean;
  /** The places that a run was refused for. */
  readonly run: string | null;
}

/** Faults of fields and places in the words of the page: a place by its name, a fault once, however many calls were refused for it. */
export function useFaults({ action, question, drawn, price, area, run, nameOf }: Asked): Faults {
  const { say, language } = useText();
  const { subject } = action;
  const mode = action.fields.find(({ name }) => name === 'mode');
  const by = (mode && (givenOf(action, mode, question) ?? mode.schema.default)) ?? 'car';
  const called = ({ place, no, isOnly }: PlaceFault): string => {
    const name = nameOf(place) || coordinatesOf(place);
    return isOnly ? name : `${name} (${no})`;
  };
  const inWords = (faults: readonly PlaceFault[]): string => {
    const [first] = faults;
    if (first === undefined) return '';
    if (first.cause === 'far')
      return say('studio.refused.far', { place: called(first), by: say(`by.${by}` as TextKey) });
    const named = faults.slice(0, NAMED_MAX).map(called);
    const rest = faults.length > NAMED_MAX ? [`… (${faults.length})`] : [];
    const places = new Intl.ListFormat(language, { type: 'conjunction' }).format([...named, ...rest]);
    return say('studio.refused.outside', { count: faults.length, places });
  };
  const [ofPrice, ofArea, ofRun] = [
    placeFaultsOf(price, subject, question),
    placeFaultsOf(area, subject, drawn),
    placeFaultsOf(run, subject, question),
  ];
  const isOfSubject = ({ member }: PlaceFault) => member === subject;
  // The step that ran says it, beside the button that was pressed.
  const shown = ofRun.some(isOfSubject)
    ? []
    : [ofPrice, ofArea].find((faults) => faults.some(isOfSubject))?.filter(isOfSubject);
  const marked = effectiveFields(action, question).map(({ name }) => name);
  const isMarked = (error: unknown, faults: readonly PlaceFault[]): boolean =>
    error instanceof Problem &&
    error.fields.length > 0 &&
    (faults.length > 0 || error.fields.every(({ pointer }) => marked.includes(memberOf(pointer) ?? '')));
  return {
    of(pointer) {
      const member = pointer.split('/')[1];
      const own = ofPrice.filter((fault) => fault.member === member);
      if (own.length > 0) return member === subject ? undefined : inWords(own);
      const detail = faultOf(price, pointer);
      return detail === undefined ? undefined : <Sentence>{detail}</Sentence>;
    },
    places:
      shown === undefined || shown.length === 0
        ? null
        : { code: codeOf(ofPrice.some(isOfSubject) ? price : area), text: inWords(shown) },
    area: ofArea.length > 0 || (isMarked(area, []) && isMarked(price, [])) ? null : area,
    isPriceMarked: isMarked(price, ofPrice),
    run: ofRun.length > 0 ? inWords(ofRun) : null,
  };
}

/** More places than these are counted. */
const NAMED_MAX = 3;

const codeOf = (error: unknown): string => (error instanceof Problem ? error.code : 'unexpected');

function faultOf(error: unknown, pointer: string): string | undefined {
  if (!(error instanceof Problem)) return undefined;
  return error.fields.find((field) => `${field.pointer}/`.startsWith(`#${pointer}/`))?.detail;
}
