import type { Difference, Scalar } from '../differences.ts';

/** What differs in a member of a question. */
export interface AskedChange {
  readonly name: string;
  /** Values of a member that has one, or a list of them; undefined where it was left out. */
  readonly before?: Scalar | readonly Scalar[] | undefined;
  readonly after?: Scalar | readonly Scalar[] | undefined;
  /** Numbers of things of a list that came, went or are others than before. */
  readonly things?: { readonly added: number; readonly gone: number; readonly changed: number };
}

type Members = Readonly<Record<string, unknown>>;

/** Returns the members of a question in which two runs differ, those with a value first. */
export function askedChanges(before: Members, after: Members, differences: readonly Difference[]): AskedChange[] {
  const names = [...new Set(differences.map(({ path }) => path[0]?.key ?? ''))];
  const found = names.map((name): AskedChange => {
    const [old, present] = [before[name], after[name]];
    if (isPlain(old) && isPlain(present)) return { name, before: old, after: present };
    const [from, to] = [old ?? [], present ?? []];
    if (!Array.isArray(from) || !Array.isArray(to)) return { name };
    return { name, things: thingsOf(from, to) };
  });
  return found.toSorted((a, b) => Number(!('before' in a)) - Number(!('before' in b)));
}

type Plain = Scalar | readonly Scalar[] | undefined;

const isScalar = (value: unknown): value is Scalar | undefined => typeof value !== 'object' || value === null;
const isPlain = (value: unknown): value is Plain => isScalar(value) || (Array.isArray(value) && value.every(isScalar));

function thingsOf(before: readonly unknown[], after: readonly unknown[]) {
  const byId = (list: readonly unknown[]) => new Map(list.map((one, i) => [idOf(one, i), JSON.stringify(one)]));
  const [old, present] = [byId(before), byId(after)];
  const both = [...present].filter(([id]) => old.has(id));
  return {
    added: present.size - both.length,
    gone: old.size - both.length,
    changed: both.filter(([id, text]) => old.get(id) !== text).length,
  };
}

/** Things without an id are told apart by their place in the list. */
const idOf = (one: unknown, index: number): string | number => {
  const id = typeof one === 'object' && one !== null ? (one as Members).id : undefined;
  return typeof id === 'string' || typeof id === 'number' ? id : `#${index}`;
};
