import type { ActionDescriptor } from '../../api/types.ts';
import { kindOf } from '../../fields/kind.ts';
import { isUnfinished } from '../../fields/polygon.ts';
import { alternativesOf, type Field, fieldsOf, inlined, listOf, type Schema } from '../../fields/schema.ts';
import { askedIn, EVERYWHERE, hasEffectInSearch, SEARCH_SETS } from './search.ts';

/** A place on the map, with the name that people know it by. */
export interface Spot {
  readonly id: string | number;
  readonly name: string;
  readonly lat: number;
  readonly lng: number;
  /** Id of the saved place that it is; absent for all others. */
  readonly subject?: string;
}

/** What is asked. Members of the same name mean the same in all actions, so that another question keeps the answers given. */
export interface Question {
  readonly actionId: string | null;
  /** The places asked about. */
  readonly places: readonly Spot[];
  /** Other members of inputs, by name. */
  readonly values: Readonly<Record<string, unknown>>;
  /** Of members that exclude each other: those that were chosen. */
  readonly chosen: readonly string[];
}

export const NOTHING_ASKED: Question = { actionId: null, places: [], values: {}, chosen: [] };

/** An action with its schemas, references resolved. */
export interface AskedAction {
  readonly descriptor: ActionDescriptor;
  readonly input: Schema;
  readonly output: Schema;
  readonly fields: readonly Field[];
  /** Where the places asked about go: a list of places, or `lat` and `lng`; null where the action takes none. */
  readonly subject: string | null;
  /** Sets of members that exclude each other. */
  readonly alternatives: readonly (readonly string[])[];
}

export function askable(descriptors: readonly ActionDescriptor[]): AskedAction[] {
  const read = descriptors.map((descriptor) => ({
    descriptor,
    input: inlined(descriptor.inputSchema as Schema),
    output: inlined(descriptor.outputSchema as Schema),
  }));
  // Some actions take one of several members only where they take another; the set is known from those that require it.
  const sets = read.flatMap(({ input }) => alternativesOf(input) ?? []).length > 0 ? setsOf(read) : [];
  return read.map((one) => {
    const fields = fieldsOf(one.input);
    const names = fields.map(({ name }) => name);
    return {
      ...one,
      fields,
      subject: subjectNameIn(fields),
      alternatives:
        askedIn(fields) === null
          ? sets.map((set) => set.filter((name) => names.includes(name))).filter(({ length }) => length > 1)
          : SEARCH_SETS,
    };
  });
}

function setsOf(read: readonly { readonly input: Schema }[]): string[][] {
  const sets = read.flatMap(({ input }) => {
    const set = alternativesOf(input);
    return set === null ? [] : [[...set]];
  });
  return [...new Map(sets.map((set) => [set.toSorted().join(), set])).values()];
}

function subjectNameIn(fields: readonly Field[]): string | null {
  const asked = askedIn(fields);
  if (asked !== null) return asked;
  const found = fields.find(({ name, schema }) => kindOf(schema) === 'places' || name === 'lat');
  return found?.name ?? null;
}

/** Of a set of members that exclude each other: the chosen one, else the first. */
export const chosenOf = (set: readonly string[], { chosen }: Question): string =>
  set.find((name) => chosen.includes(name)) ?? (set[0] as string);

/** Whether a question looks for places: those on the map are asked about beside those that it finds. */
export const isSearch = ({ fields }: AskedAction): boolean => askedIn(fields) !== null;

/** Further lists of places that a question takes beside its subject: own stores, candidates. Those of a search are chips beside its filters. */
export const isFurtherPlaces = (action: AskedAction, { name, schema }: Field): boolean =>
  !isSearch(action) && name !== action.subject && kindOf(schema) === 'places';

/** The members of which one says where; undefined where places alone can. */
export const whereSetOf = ({ alternatives, subject }: AskedAction): readonly string[] | undefined =>
  alternatives.find((set) => set.includes(EVERYWHERE) || (subject !== null && set.includes(subject)));

/** The polygon that a click on the map draws; null where a click puts a place. Of several the last that was chosen is drawn. */
export function drawnPolygon(action: AskedAction, question: Question): string | null {
  const names = effectiveFields(action, question).flatMap(({ name, schema }) =>
    kindOf(schema) === 'polygon' ? [name] : [],
  );
  if (!isSearch(action)) return names[0] ?? null;
  const last = question.chosen.findLast((name) => name === action.subject || names.includes(name));
  return last === undefined || last === action.subject ? null : last;
}

/** The question with a member chosen, after those that do not exclude it. */
export const withChosen = (question: Question, name: string, set: readonly string[] = [name]): Question => ({
  ...question,
  chosen: [...question.chosen.filter((one) => !set.includes(one)), name],
});

/** Members that have an effect, given those that were chosen. */
export function effectiveFields(action: AskedAction, question: Question): Field[] {
  const left = action.alternatives.flatMap((set) => set.filter((name) => name !== chosenOf(set, question)));
  const subjects = action.alternatives.find((set) => action.subject !== null && set.includes(action.subject));
  const hasPlaces = subjects === undefined || chosenOf(subjects, question) === action.subject;
  // The reach is that of places; areas and polygons have none, and most actions no journeys from there.
  const reach = hasPlaces ? [] : (action.alternatives.find((set) => set !== subjects) ?? []);
  const journeys = hasPlaces ? [] : (action.input['x-service-of-origins'] ?? []);
  const isOfMode = ofMode(action, question);
  const isOfSearch = ({ name }: Field): boolean =>
    !isSearch(action) || hasEffectInSearch(name, (one) => !left.includes(one), question.values);
  return action.fields
    .filter(({ name, schema }) => ![...left, ...reach, ...journeys].includes(name) && isOfMode(schema))
    .filter(isOfSearch)
    .map((field) => withMembers(field, isOfMode, question.values[field.name]));
}

/** Returns whether a member has an effect with the way of travel, as its schema says. A comparison has all ways. */
function ofMode({ fields }: AskedAction, { values }: Question): (schema: Schema) => boolean {
  const mode = values.mode ?? fields.find(({ name }) => name === 'mode')?.schema.default;
  return ({ 'x-service-modes': modes }) =>
    values.compareModes === true || mode === undefined || modes === undefined || modes.includes(String(mode));
}

/**
 * The field with those members of its own that have an effect: cars drive the same on every day, but not at every hour. What holds for the others
 * without an answer does not hold then, until one of them has one.
 */
function withMembers(field: Field, hasEffect: (schema: Schema) => boolean, given: unknown): Field {
  const members = Object.entries(field.schema.properties ?? {});
  const effective = members.filter(([, schema]) => hasEffect(schema));
  if (effective.length === members.length) return field;
  const isGiven = effective.some(
    ([name]) => (given as Readonly<Record<string, unknown>> | undefined)?.[name] !== undefined,
  );
  const shown = effective.map(([name, { default: usual, ...schema }]) => [
    name,
    isGiven && usual !== undefined ? { ...schema, default: usual } : schema,
  ]);
  return { ...field, schema: { ...field.schema, properties: Object.fromEntries(shown) } };
}

/** The value of a member: the answer given, else the default or the example of its schema where one is needed. */
export function givenOf(action: AskedAction, field: Field, question: Question): unknown {
  const { name, schema } = field;
  const given = question.values[name];
  // The rows of a dataset stand for places.
  if (isOfSubject(action, name) && !isDataset(given)) return ofPlaces(field, question.places);
  if (given !== undefined) return given;
  return kindOf(schema) === 'limits' ? schema.examples?.[0] : undefined;
}

/** The places asked about, as the input has them. */
export function subjectOf(action: AskedAction | null, question: Question): unknown {
  const field = action?.fields.find(({ name }) => name === action.subject);
  return action === null || field === undefined ? undefined : givenOf(action, field, question);
}

const isOfSubject = ({ subject }: AskedAction, name: string): boolean =>
  name === subject || (subject === 'lat' && name === 'lng');

const isDataset = (value: unknown): value is { readonly dataset: string } =>
  typeof value === 'object' && value !== null && 'dataset' in value;

function ofPlaces({ name, schema }: Field, places: readonly Spot[]): unknown {
  const members = listOf(schema)?.items?.properties;
  if (members === undefined) return places[0]?.[name as 'lat' | 'lng'];
  return places.map((place) =>
    Object.fromEntries(
      Object.entries(place).filter(([member, value]) => (member in members || member === 'subject') && value !== ''),
    ),
  );
}

/** Whether a value says nothing. */
const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (Array.isArray(value) && value.length === 0) ||
  isUnfinished(value);

/** The body of a call, without what is left out. */
export function inputOf(action: AskedAction, question: Question): Record<string, unknown> {
  const members = effectiveFields(action, question).map(
    (field) => [field.name, membersOf(field, givenOf(action, field, question))] as const,
  );
  return Object.fromEntries(members.filter(([, value]) => !isEmpty(value)));
}

/** The members of a group that have a field. What was given with another way of travel is not sent unseen. */
function membersOf({ schema }: Field, value: unknown): unknown {
  if (kindOf(schema) !== 'group' || typeof value !== 'object' || value === null) return value;
  const shown = Object.entries(value).filter(([name]) => schema.properties?.[name] !== undefined);
  return shown.length === 0 ? undefined : Object.fromEntries(shown);
}

/** Members without which a call is refused, in the order of the form. */
export function missingIn(action: AskedAction, question: Question): string[] {
  const input = inputOf(action, question);
  const needed = [
    ...(action.input.required ?? []),
    ...action.alternatives.map((set) => chosenOf(set, question)),
    ...(action.input.anyOf?.every(({ required: [name] = [] }) => isEmpty(input[name as string]))
      ? (action.input.anyOf[0]?.required ?? [])
      : []),
  ];
  const effective = effectiveFields(action, question);
  return effective
    .filter(({ name, schema }) => {
      const value = input[name];
      if (isEmpty(value)) return needed.includes(name);
      return Array.isArray(value) && value.length < (listOf(schema)?.minItems ?? 0);
    })
    .map(({ name }) => name);
}

/** The question that a body asks, as it was stored or as an example gives it. */
export function questionOf(
  action: AskedAction,
  input: Readonly<Record<string, unknown>>,
  names: readonly Spot[] = [],
): Question {
  const { subject } = action;
  const given = subject === 'lat' ? [input] : subject === null ? [] : input[subject];
  const known = (lat: unknown, lng: unknown) => names.find((one) => one.lat === lat && one.lng === lng)?.name ?? '';
  const places = !Array.isArray(given)
    ? []
    : (given as Partial<Spot>[]).map((place, i) => ({
        ...place,
        id: place.id ?? i + 1,
        name: place.name ?? known(place.lat, place.lng),
        lat: place.lat as number,
        lng: place.lng as number,
      }));
  const values = Object.fromEntries(
    action.fields.flatMap(({ name }) =>
      (isOfSubject(action, name) && !isDataset(input[name])) || isEmpty(input[name])
        ? []
        : [[name, input[name]] as const],
    ),
  );
  const chosen = action.alternatives.flatMap((set) => set.filter((name) => !isEmpty(input[name])));
  return { actionId: action.descriptor.id, places: places.slice(0, subject === 'lat' ? 1 : undefined), values, chosen };
}

/** The question with the places that are there after some steps of a plan: without closed stores, with opened candidates. */
export function withPlan(
  question: Question,
  { closed, opened }: { readonly closed: ReadonlySet<string>; readonly opened: ReadonlySet<string> },
): Question {
  if (closed.size === 0 && opened.size === 0) return question;
  const { candidates } = question.values;
  const open = Array.isArray(candidates) ? (candidates as Spot[]).filter(({ id }) => opened.has(String(id))) : [];
  return { ...question, places: [...question.places.filter(({ id }) => !closed.has(String(id))), ...open] };
}

/** Whether what is asked now was asked then. A stored input has defaults, too, which need not be given; so have its members. */
export function isSameInput(now: unknown, then: unknown): boolean {
  if (typeof now !== 'object' || typeof then !== 'object' || now === null || then === null) return now === then;
  if (Array.isArray(now)) {
    return Array.isArray(then) && now.length === then.length && now.every((one, i) => isSameInput(one, then[i]));
  }
  // A stored input has the place of a subject, and not its id.
  return Object.entries(now).every(
    ([name, value]) => name === 'subject' || isSameInput(value, (then as Record<string, unknown>)[name]),
  );
}
