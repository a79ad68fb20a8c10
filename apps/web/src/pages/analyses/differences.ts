/** A step of the way to a value: what it is found by in another result, and what a reader calls it. */
interface Step {
  readonly key: string;
  /** Name of an item of a list; null for a member, which is called by its key. */
  readonly item: string | null;
}

export type Scalar = number | string | boolean | null;

export interface Difference {
  readonly path: readonly Step[];
  /** undefined where the value is not in the result. */
  readonly before: Scalar | undefined;
  readonly after: Scalar | undefined;
}

/** Members that are drawn, say how a result was made, tell it again, or have a row for each pair of places. */
const LEFT_OUT = new Set([
  'geojson',
  'geometry',
  'snapped',
  'method',
  'charged',
  'creditsCharged',
  'dataVersion',
  'verdict',
  'said',
  'overlaps',
  'overlapsWith',
]);
/** Members that tell the items of a list apart, the best first. */
const IDENTITIES = ['id', 'code', 'key', 'sector', 'brand', 'topic', 'level', 'label', 'name'];
const NAMES = ['name', 'title', 'label'];

/**
 * The values of two results that differ, in the order of the second. Items of lists are paired by what identifies them, not
 * by their place; items that nothing tells apart are paired by place.
 */
export function differencesOf(before: unknown, after: unknown): Difference[] {
  const [old, present] = [leavesOf(before), leavesOf(after)];
  const keys = new Set([...present.keys(), ...old.keys()]);
  return [...keys].flatMap((key) => {
    const [a, b] = [old.get(key), present.get(key)];
    if (a?.value === b?.value) return [];
    return { path: (b ?? a)?.path ?? [], before: a?.value, after: b?.value };
  });
}

interface Leaf {
  readonly path: readonly Step[];
  readonly value: Scalar;
}

function leavesOf(root: unknown): Map<string, Leaf> {
  const found = new Map<string, Leaf>();
  const walk = (value: unknown, path: readonly Step[]): void => {
    if (Array.isArray(value)) {
      const identity = identityOf(value);
      for (const [index, item] of value.entries()) walk(item, [...path, stepTo(item, identity, index)]);
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, member] of Object.entries(value)) {
        if (!LEFT_OUT.has(key)) walk(member, [...path, { key, item: null }]);
      }
    } else {
      found.set(JSON.stringify(path.map(({ key }) => key)), { path, value: value as Scalar });
    }
  };
  walk(root, []);
  return found;
}

/** The member that all items have and that tells them apart. */
function identityOf(items: readonly unknown[]): string | undefined {
  return IDENTITIES.find((name) => {
    const values = items.map((item) => memberOf(item, name));
    return values.every((value) => value !== undefined) && new Set(values).size === items.length;
  });
}

function stepTo(item: unknown, identity: string | undefined, index: number): Step {
  const place = String(index + 1);
  const key = identity === undefined ? place : String(memberOf(item, identity));
  const name = NAMES.map((member) => memberOf(item, member)).find((value) => value !== undefined && value !== '');
  return { key, item: String(name ?? key) };
}

/** A text or number in an object. */
function memberOf(item: unknown, name: string): string | number | undefined {
  const value = typeof item === 'object' && item !== null ? (item as Record<string, unknown>)[name] : undefined;
  return typeof value === 'string' || typeof value === 'number' ? value : undefined;
}
