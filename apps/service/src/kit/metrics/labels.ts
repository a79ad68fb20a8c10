const OTHERS = 'others';

/**
 * Keeps the values of a label bounded: the first `most` values stand for themselves, all later ones are `others`. A value
 * once given stays, so that no series ever goes back.
 */
export function boundedLabel(most: number): (value: string) => string {
  const known = new Set<string>();
  return (value) => {
    if (known.has(value)) return value;
    if (known.size >= most) return OTHERS;
    known.add(value);
    return value;
  };
}
