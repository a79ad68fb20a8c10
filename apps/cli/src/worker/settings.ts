import { type Action, actions, describeAction, findAction } from '@hinterland/actions';
import type { Figure } from '@hinterland/answers/plan';
import { CommandError } from '../terminal.ts';

/** What a stream asks for. It stands in the metadata `hinterland` of the stream's schema, and in options of the command. */
export interface WorkSettings {
  readonly actionId: string;
  /** Members of the action's input that are the same for every row. */
  readonly constants: Readonly<Record<string, unknown>>;
  /** Whether polygons are written as columns of WKB. */
  readonly outlines: boolean;
  /** Whether whole answers are written, as JSON. */
  readonly answers: boolean;
  /** Patterns of names of columns, such as "residents_*"; null for all. */
  readonly columns: readonly string[] | null;
  /** The list of the action's input that the rows of a whole table are, where they do not say it themselves. */
  readonly list: string | null;
}

/** Settings by their names; `whole`: the input has its places, and a row is a call that adds none. */
const KNOWN = ['action', 'input', 'outlines', 'answers', 'columns', 'list', 'whole'];

/** How rows become inputs of an action. */
export type RowShape =
  /** Each row is a call: with its place as the one origin, as the point, or with its own members alone. */
  | 'origins'
  | 'point'
  | 'members'
  /** All rows together are one call. */
  | 'table';

/** Settings of a stream, with the action's members that they are checked against. */
export interface Plan {
  readonly settings: WorkSettings;
  readonly shape: RowShape;
  /** JSON Schemas of the members of the action's input. */
  readonly members: Readonly<Record<string, MemberSchema>>;
  /** Of a whole table: the same of the items of each list that rows can be. */
  readonly items: Readonly<Record<string, Members>>;
}

type Members = Readonly<Record<string, MemberSchema>>;

export interface MemberSchema {
  readonly type?: string;
  readonly anyOf?: readonly MemberSchema[];
  readonly items?: MemberSchema;
  readonly properties?: Members;
  readonly $ref?: string;
  readonly 'x-figure'?: Figure;
  readonly [name: string]: unknown;
}

/** Lists of places that rows of a whole table can be, the usual one first. */
export const tableLists = (members: Members): readonly string[] =>
  Object.keys(members).filter((name) => {
    const { anyOf = [], ...own } = members[name]!;
    return [own, ...anyOf].some((one) => (one as MemberSchema)['x-figure']?.role === 'places');
  });

/** The action that settings name, and the members of its input that are the same for every row. */
export interface Asked {
  readonly action: Action;
  readonly constants: Readonly<Record<string, unknown>>;
  readonly members: Members;
  readonly $defs: Members;
}

/**
 * Reads which action is asked. Throws CommandError where there is none, or where it has no such members. `defaults` are members of inputs
 * where the action has them.
 */
export function askedOf(
  { action: id, input = {} }: Readonly<Record<string, unknown>>,
  defaults: Readonly<Record<string, unknown>>,
): Asked {
  const action = typeof id === 'string' ? findAction(id) : undefined;
  if (action === undefined) {
    const ids = actions.filter(({ background }) => !background).map((one) => one.id);
    throw new CommandError(
      `${id === undefined ? 'Say which action to run' : `There is no action ${id}`}: ${ids.join(', ')}.`,
      2,
    );
  }
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    throw new CommandError('The setting input must be an object with members of the input of the action.', 2);
  }
  const { properties: members = {}, $defs = {} } = describeAction(action).inputSchema as InputSchema;
  const strange = Object.keys(input).find((name) => !(name in members));
  if (strange !== undefined) {
    const names = Object.keys(members).join(', ');
    throw new CommandError(`The input of ${action.id} has no member ${strange}. It has: ${names}.`, 2);
  }
  const own = Object.fromEntries(Object.entries(defaults).filter(([name]) => name in members));
  return { action, constants: { ...own, ...input }, members, $defs };
}

/**
 * Reads settings, those of the schema's metadata before those of the command line. Throws CommandError for anything that no
 * row could be answered with.
 */
export function planOf(given: Record<string, unknown>, defaults: Readonly<Record<string, unknown>>): Plan {
  const unknown = Object.keys(given).filter((name) => !KNOWN.includes(name));
  if (unknown.length > 0)
    throw new CommandError(`There is no setting ${unknown[0]}. There are: ${KNOWN.join(', ')}.`, 2);
  const { outlines = false, answers = false, columns = null, list = null, whole = false } = given;
  const { action, constants, members, $defs } = askedOf(given, defaults);
  if (action.background)
    throw new CommandError(`${action.id} is a batch itself: work takes enrich.point for each row.`, 2);
  const shape = whole === true ? 'members' : shapeOf(action, members);
  const lists = tableLists(members);
  if (list !== null && !lists.includes(String(list))) {
    throw new CommandError(`The rows of ${action.id} are one of: ${lists.join(', ')}; not "${String(list)}".`, 2);
  }
  return {
    settings: {
      actionId: action.id,
      constants,
      outlines: outlines === true,
      answers: answers === true,
      columns: Array.isArray(columns) ? columns.map(String) : null,
      list: list === null ? null : String(list),
    },
    shape,
    members,
    items: Object.fromEntries(lists.map((name) => [name, itemsOf(members[name]!, $defs)])),
  };
}

interface InputSchema {
  readonly properties?: Members;
  readonly $defs?: Members;
}

/** Members of the items of a list, which may also be given in another way. */
function itemsOf(list: MemberSchema, $defs: Members): Members {
  const { items = {} } = [list, ...(list.anyOf ?? [])].find((one) => one.items !== undefined) ?? {};
  const item = items.$ref === undefined ? items : $defs[items.$ref.replace('#/$defs/', '')];
  return item?.properties ?? {};
}

function shapeOf({ rows }: Pick<Action, 'rows'>, members: Members): RowShape {
  if (rows === 'together') return 'table';
  if ('origins' in members) return 'origins';
  return 'lat' in members && 'lng' in members ? 'point' : 'members';
}
