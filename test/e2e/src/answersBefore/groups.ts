import { createHash } from 'node:crypto';

/** Figures of worked answers by group: an action and the first two members of the path to them, positions left out. */
export interface Group {
  readonly figures: number;
  readonly sum: number;
  /** The first characters of the SHA-256 of all figures in their order. */
  readonly digest: string;
}

/** Sorts all numbers of worked answers into groups, such as "analysis.isochrone bands.residents". */
export function groupsOf(answers: object): Readonly<Record<string, Group>> {
  const values = new Map<string, number[]>();
  collect(answers, [], values);
  return Object.fromEntries(
    [...values].map(([name, members]) => {
      const sum = members.reduce((total, member) => total + member, 0);
      const digest = createHash('sha256').update(JSON.stringify(members)).digest('hex').slice(0, 8);
      return [name, { figures: members.length, sum: Number(sum.toPrecision(9)), digest }];
    }),
  );
}

function collect(value: unknown, path: readonly string[], into: Map<string, number[]>): void {
  if (typeof value === 'object' && value !== null) {
    for (const [name, member] of Object.entries(value)) {
      // What sentences are made of says figures again.
      if (name === 'said') continue;
      // Members of the envelope, and positions in lists, name no group.
      const isNamed = !Array.isArray(value) && !['execute', 'result'].includes(name);
      collect(member, isNamed ? [...path, name] : path, into);
    }
    return;
  }
  if (typeof value !== 'number') return;
  const [action, ...members] = path;
  const name = `${action} ${members.slice(0, 2).join('.')}`;
  into.set(name, [...(into.get(name) ?? []), value]);
}
