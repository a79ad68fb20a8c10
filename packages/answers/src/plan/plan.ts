import { oncePer } from '@hinterland/geo';
import type { Figure } from './figure.ts';

/** What an answer of an action holds, compiled from its output schema once: walk it beside the answer. */
export interface Plan {
  readonly figure: Figure;
  /** Where the document describes it: "bands.cumulativeResidents"; `*` for a member of any name, nothing for an item. */
  readonly path: string;
  /** What the document says of it. */
  readonly text: string;
  /** Its members by name, and what all others are: the parts of a record. */
  readonly members: ReadonlyMap<string, Plan>;
  readonly each: Plan | null;
  /** What the items of a list are. */
  readonly items: Plan | null;
  /** Members that name a row for people, the best first: names, then keys, then kinds. */
  readonly naming: readonly string[];
  /** Its members that say the unit of others. */
  readonly units: readonly string[];
  /** Its members that say how wrong modelled spend is. */
  readonly errors: readonly string[];
}

/** JSON Schema 2020-12, as far as a plan needs it. */
export interface Schema {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Schema>>;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly description?: string;
  readonly 'x-figure'?: Figure;
}

/** Of what no schema describes: its names are all that is known. */
export const NO_PLAN: Plan = {
  figure: {},
  path: '',
  text: '',
  members: new Map(),
  each: null,
  items: null,
  naming: [],
  units: [],
  errors: [],
};

export const memberOf = (plan: Plan, name: string): Plan => plan.members.get(name) ?? plan.each ?? NO_PLAN;
export const itemOf = (plan: Plan): Plan => plan.items ?? NO_PLAN;

/** Returns the plan of an output schema; the same object for the same schema. */
export const planOf = oncePer((schema: Schema): Plan => {
  const definitions = new Map(Object.entries(schema.$defs ?? {}));
  const compile = (given: Schema, path: string): Plan => merged([given, ...partsOf(given)], path);
  /** A schema that it refers to, and its choices, however deep: null has no meaning of its own. */
  const partsOf = (given: Schema): readonly Schema[] => {
    const named = given.$ref === undefined ? undefined : definitions.get(given.$ref.replace(/^.*\//, ''));
    const next = [...(named === undefined ? [] : [named]), ...(given.anyOf ?? []), ...(given.oneOf ?? [])];
    return next.flatMap((one) => [one, ...partsOf(one)]);
  };
  const merged = (schemas: readonly Schema[], path: string): Plan => {
    const inner = (name: string) => (path === '' ? name : `${path}.${name}`);
    // What is said where a schema is used goes before what it says of itself.
    const figure: Figure = Object.assign({}, ...schemas.map((one) => one['x-figure'] ?? {}).toReversed());
    const members = new Map<string, Plan>();
    for (const { properties = {} } of schemas)
      for (const [name, one] of Object.entries(properties))
        if (!members.has(name)) members.set(name, inHolder(compile(one, inner(name)), figure));
    const each = schemas.find(({ additionalProperties }) => typeof additionalProperties === 'object');
    const items = schemas.find((one) => one.items !== undefined)?.items;
    return {
      figure,
      path,
      text: schemas.find(({ description }) => description !== undefined)?.description ?? '',
      members,
      each: each === undefined ? null : held(compile(each.additionalProperties as Schema, inner('*')), figure),
      items: items === undefined ? null : held(compile(items, path), figure),
      units: [...members.keys()].filter((name) => UNIT.test(name)),
      errors: [...members.keys()].filter((name) => ERROR.test(name)),
      naming: ROLES.flatMap((role) => [...members].flatMap(([name, one]) => (one.figure.role === role ? [name] : []))),
    };
  };
  return compile(schema, '');
});

/** Members that say the unit of others end so: unit, spendUnit, gainUnit. */
const UNIT = /^unit$|Unit$/;
/** And those that say an error: demandErrorShare. */
const ERROR = /ErrorShare$/;
const ROLES = ['name', 'key', 'kind'] as const;

/** What is in the unit of the member that holds it has that unit. */
function inHolder(plan: Plan, holder: Figure): Plan {
  const { unit, ...own } = plan.figure;
  return unit === 'of_holder' ? held({ ...plan, figure: own }, holder) : plan;
}

/** Numbers of a list or a record are in the unit of what holds them. */
function held(plan: Plan, { unit, unitFrom, per }: Figure): Plan {
  if (unit === undefined && unitFrom === undefined) return plan;
  const own = { ...(unit === undefined ? {} : { unit }), ...(unitFrom === undefined ? {} : { unitFrom }), per };
  return { ...plan, figure: { ...own, ...plan.figure } as Figure };
}
