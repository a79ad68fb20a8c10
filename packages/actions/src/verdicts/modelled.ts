import { isObject, type Said, type Telling, type Verdict } from '@hinterland/answers/words';

/** Members by which answers say how far off modelled spend is. */
const ERRORS: ReadonlySet<string> = new Set(['demandErrorShare', 'errorShare']);
/** Members without figures of spend, which are long. */
const NOT_WALKED: ReadonlySet<string> = new Set(['geojson', 'geometry', 'said', 'dataVersion']);

/** The largest error of modelled spend that an answer says, as a share; 0 where none of its figures is made of modelled spend. */
function largestError(value: unknown): number {
  if (Array.isArray(value)) return value.reduce((most: number, one) => Math.max(most, largestError(one)), 0);
  if (!isObject(value)) return 0;
  let most = 0;
  for (const [name, member] of Object.entries(value)) {
    if (ERRORS.has(name)) most = Math.max(most, Number(member));
    else if (typeof member === 'object' && !NOT_WALKED.has(name)) most = Math.max(most, largestError(member));
  }
  return most;
}

const isTold = (said: Said): boolean =>
  typeof said === 'object' && 'text' in said && (said.text === 'market.modelled' || said.text === 'spend.modelled');

/** What an answer with modelled spend says of it, whatever the action; null without any. */
function modelledIn(result: unknown): Said | null {
  const share = largestError(result);
  return share > 0 ? { text: 'spend.modelled', with: { share: { portion: share } } } : null;
}

/** Returns a verdict that names sums with the error of modelled spend beside them. */
export function withModelled<V extends Verdict | null>(verdict: V, result: unknown): V {
  if (verdict === null || verdict.because.length === 0 || verdict.because.some(isTold)) return verdict;
  const said = modelledIn(result);
  return said === null ? verdict : { ...verdict, because: [...verdict.because, said] };
}

/** Returns what an answer tells with the error of modelled spend: among what its verdict rests on, else by itself. */
export function tellingWithModelled({ verdict, ...telling }: Telling, result: unknown): Telling {
  const judged = verdict === undefined ? undefined : withModelled(verdict, result);
  const modelled = judged?.because.some(isTold) === true ? null : modelledIn(result);
  return {
    ...(judged === undefined ? {} : { verdict: judged }),
    ...telling,
    ...(modelled === null ? {} : { modelled }),
  };
}
