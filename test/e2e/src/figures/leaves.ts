type Members = Readonly<Record<string, unknown>>;

/** A number of an answer, with the value that stands for it in the marked answer. */
export interface Leaf {
  /** "bands[].residents": items of lists are one. */
  readonly path: string;
  readonly pointer: string;
  readonly mark: number;
}

/** Numbers that names of columns are made of: a mark would change them. */
const NAMES = /^(limitSeconds|limitMeters|radiusMeters|level|areaLevel|id|rank|position)$/;

/** Parts and levels, whose figures are called the same. */
const PART = /^(band|cumulative|area)_\d+$|^(local_government_area|state|country|polygon|total)$/;

/**
 * Returns an answer whose numbers all differ, and where each is. A number is found again in any table by its value, so that nothing of
 * the readers has to be known. Shares stay between 0 and 1.
 */
export function marked(answer: unknown): { readonly answer: unknown; readonly leaves: readonly Leaf[] } {
  const leaves = new Map<string, Leaf>();
  let count = 0;
  const walk = (value: unknown, path: string, pointer: string, name: string): unknown => {
    // Values of sentences repeat figures of the answer.
    if (name === 'said') return value;
    if (Array.isArray(value)) return value.map((one, i) => walk(one, `${path}[]`, `${pointer}/${i}`, name));
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(
        Object.entries(value as Members).map(([member, one]) => [
          member,
          walk(
            one,
            path === '' ? member : `${path}.${PART.test(member) ? '*' : member}`,
            `${pointer}/${member}`,
            member,
          ),
        ]),
      );
    if (typeof value !== 'number' || NAMES.test(name) || name === 'coordinates') return value;
    count++;
    const isShare = Math.abs(value) <= 1 && !/Count$|^count$|^stores$/.test(name);
    const mark = isShare ? Number((0.1 + count * 1e-5).toFixed(5)) : 1000 + count;
    if (!leaves.has(path)) leaves.set(path, { path, pointer, mark });
    return mark;
  };
  return { answer: walk(answer, '', '', ''), leaves: [...leaves.values()] };
}

/** Whether a reader shows a mark: as it is, in percent, or seconds as minutes. */
export const shows = (value: unknown, mark: number): boolean =>
  typeof value === 'number' && [1, 100, 1 / 60].some((factor) => Math.abs(value - mark * factor) < 1e-9 * mark);
