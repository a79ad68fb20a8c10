import { type Action, type SubjectMember, subjectMembers } from '@hinterland/actions';
import { type Sentence, said } from '@hinterland/answers/said';
import type { SavedPlace } from '@hinterland/contract';
import type { Db } from '../../kit/db/database.ts';
import { invalid, isObject } from '../../kit/json.ts';
import { findSubjects, type SubjectRow } from '../subjects/store.ts';

type Members = Readonly<Record<string, unknown>>;
type Reference = Members & { readonly subject: string };

/** A body in which places, datasets and areas stand where saved subjects were named. */
interface WithSubjects {
  readonly body: unknown;
  /** Ids of the subjects. */
  readonly subjects: readonly string[];
}

const isReference = (value: unknown): value is Reference => isObject(value) && typeof value.subject === 'string';

/** The references that stand in a member: in its place, or in its list. `point` is named beside the members of the call. */
function referencesIn(body: Members, { name, takes }: SubjectMember): readonly Reference[] {
  const value = takes === 'point' ? body : body[name];
  return (Array.isArray(value) ? value : [value]).filter(isReference);
}

/** Whether a body names a saved subject. */
export const namesSubjects = (action: Action, body: unknown): boolean =>
  isObject(body) && subjectMembers(action).some((member) => referencesIn(body, member).length > 0);

/**
 * Puts in place of saved subjects what a call without them would send: places, the reference to a dataset, codes of areas, a polygon.
 * So everything after sees that alone: the price, the version, what strangers see of it. Throws validation_error for a subject
 * that is not there, or that the member does not take.
 */
export async function readSubjects(
  db: Db,
  organizationId: number,
  action: Action,
  body: unknown,
): Promise<WithSubjects> {
  if (!isObject(body)) return { body, subjects: [] };
  const members = subjectMembers(action);
  const asked = members.flatMap((member) => referencesIn(body, member));
  if (asked.length === 0) return { body, subjects: [] };
  const rows = await findSubjects(db, organizationId, [...new Set(asked.map(({ subject }) => subject))]);
  const known = new Map(rows.map((row) => [row.id, row]));
  let read: Members = body;
  for (const member of members) {
    if (referencesIn(body, member).length > 0) read = { ...read, ...valuesOf(members, member, read, known) };
  }
  const hasPoint = members.some(({ takes }) => takes === 'point');
  const left = Object.entries(read).filter(([name, value]) => value !== undefined && !(hasPoint && name === 'subject'));
  return { body: Object.fromEntries(left), subjects: rows.map(({ id }) => id) };
}

type Known = ReadonlyMap<string, SubjectRow>;

/** The members that stand in place of one that names subjects. */
function valuesOf(members: readonly SubjectMember[], member: SubjectMember, body: Members, known: Known): Members {
  const { name, takes } = member;
  const value = takes === 'point' ? body : body[name];
  if (Array.isArray(value)) {
    const items = value.flatMap((item, i) =>
      isReference(item) ? itemsOf(member, item, `#/${name}/${i}`, known) : [item],
    );
    return { [name]: items };
  }
  const reference = value as Reference;
  if (takes === 'point') {
    if ('lat' in body) return {};
    const pointer = '#/subject';
    const { lat, lng } = placeOf(found(reference, pointer, known), name, pointer);
    return { lat, lng };
  }
  const pointer = `#/${name}`;
  if ('dataset' in reference) {
    const { subject: _, part: __, ...given } = reference;
    return { [name]: given };
  }
  const row = found(reference, pointer, known);
  if (takes === 'areas' || takes === 'polygon') return areaIn(members, member, body, row, pointer);
  return { [name]: wholeOf(member, reference, row, pointer) };
}

/** What stands in a list in place of one reference. What came beside a subject is what its page shows: the subject is recorded alone. */
function itemsOf(member: SubjectMember, reference: Reference, pointer: string, known: Known): readonly unknown[] {
  const { takes, name } = member;
  const { subject, part: _, ...given } = reference;
  if (takes === 'places' && 'lat' in given) return [given];
  const row = found(reference, pointer, known);
  if (takes === 'areas') {
    if (row.content.area !== undefined) return [row.content.area.code];
    throw notTaken(row, name, pointer);
  }
  if (takes !== 'places') throw notTaken(row, name, pointer);
  const places = placesIn(row, reference, name, pointer);
  if (places !== null)
    return places.map((place, i) => shown(member, { ...place, id: place.id ?? `${subject}/${i + 1}` }));
  throw invalid(pointer, said('subject_whole', { name: row.name, list: name }));
}

/** What stands in place of a member that is a reference. */
function wholeOf(member: SubjectMember, reference: Reference, row: SubjectRow, pointer: string): unknown {
  const { takes, takesDataset, name } = member;
  const { subject: _, part: __, ...others } = reference;
  if (takes === 'area') {
    if (row.content.area !== undefined) return row.content.area.code;
    throw notTaken(row, name, pointer);
  }
  const places = placesIn(row, reference, name, pointer);
  if (places === null) {
    if (takes === 'rows') return row.dataset_id;
    if (takesDataset) return { ...others, dataset: row.dataset_id };
    throw invalid(pointer, said('subject_of_dataset', { name: row.name, list: name }));
  }
  if (takes === 'rows') throw notTaken(row, name, pointer);
  if (takes === 'figures') {
    const columns = Array.isArray(others.columns) ? others.columns.map(String) : [];
    const numberOf = (place: SavedPlace, column: string) => {
      const value = place.fields?.[column];
      return typeof value === 'number' ? value : null;
    };
    return {
      columns,
      rows: places.map((place) => ({
        lat: place.lat,
        lng: place.lng,
        values: columns.map((column) => numberOf(place, column)),
      })),
    };
  }
  return places.map((place, i) => shown(member, { ...place, id: place.id ?? i + 1 }));
}

/** The places of a subject; null where they are the rows of its dataset. */
function placesIn(row: SubjectRow, { part }: Reference, name: string, pointer: string): readonly SavedPlace[] | null {
  const { kind, content } = row;
  if (part === 'candidates') {
    if (kind === 'network' && (content.candidates ?? []).length > 0) return content.candidates ?? [];
    throw invalid(`${pointer}/part`, said('no_candidates', { name: row.name }));
  }
  if (kind === 'area') throw notTaken(row, name, pointer);
  if (kind === 'place') return [{ id: row.id, name: row.name, ...placeOf(row, name, pointer), fields: content.fields }];
  return row.dataset_id === null ? (content.places ?? []) : null;
}

function placeOf(row: SubjectRow, name: string, pointer: string): { readonly lat: number; readonly lng: number } {
  if (row.kind === 'place' && row.lat !== null && row.lng !== null) return { lat: row.lat, lng: row.lng };
  throw notTaken(row, name, pointer);
}

/** The members of a place that a list takes; own fields of the same names, such as a floor area, are among them. */
function shown(
  { placeMembers }: SubjectMember,
  { fields, ...place }: Omit<SavedPlace, 'id'> & { id: string | number },
) {
  const all: Members = { ...fields, ...place };
  return Object.fromEntries(placeMembers.flatMap((name) => (all[name] === undefined ? [] : [[name, all[name]]])));
}

/** An area by its code or its polygon, in the member of the action that takes it. */
function areaIn(
  members: readonly SubjectMember[],
  { name, takes }: SubjectMember,
  body: Members,
  row: SubjectRow,
  pointer: string,
): Members {
  const { area, polygon } = row.content;
  const value = takes === 'areas' ? area && [area.code] : polygon;
  if (value !== undefined) return { [name]: value };
  const other = members.find((one) => one.takes === (takes === 'areas' ? 'polygon' : 'areas'));
  const instead = takes === 'areas' ? polygon : area && [area.code];
  if (instead === undefined || other === undefined || name === 'outsidePolygon' || body[other.name] !== undefined)
    throw notTaken(row, name, pointer);
  return { [name]: undefined, [other.name]: instead };
}

function found({ subject }: Reference, pointer: string, known: Known): SubjectRow {
  const row = known.get(subject);
  if (row !== undefined) return row;
  throw invalid(pointer, said('subject_unknown'));
}

const KINDS: Readonly<Record<SubjectRow['kind'], () => Sentence>> = {
  place: () => said('a_place'),
  places: () => said('a_set_of_places'),
  network: () => said('a_network'),
  area: () => said('an_area'),
};

const notTaken = ({ name, kind }: SubjectRow, list: string, pointer: string) =>
  invalid(pointer, said('subject_not_taken', { name, kind: KINDS[kind](), list }));
