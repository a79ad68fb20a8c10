import type { TooNear } from './exchange.ts';

/** Candidates in groups of which no two may open together: of each one opens at most. */
export interface NearGroups {
  readonly count: number;
  /** Group of each candidate. */
  readonly of: Uint32Array;
}

/** Puts each candidate, in their order, into the first group whose members are all too near to it. */
export function nearGroups(candidates: number, tooNear: TooNear): NearGroups {
  const members: number[][] = [];
  const of = new Uint32Array(candidates);
  for (let j = 0; j < candidates; j++) {
    let group = members.findIndex((some) => some.every((other) => tooNear(other, j)));
    if (group < 0) group = members.push([]) - 1;
    members[group]!.push(j);
    of[j] = group;
  }
  return { count: members.length, of };
}
