import { type Action, figuresMember, findAction, modelMember, placeLists, salesMember } from '@hinterland/actions';

/** Where all marked places lie: at the stores of the example of sales, which are on the map and near roads. */
const SPOTS = findAction('market.calibrate')!.example.stores as readonly {
  readonly lat: number;
  readonly lng: number;
}[];

interface Row {
  readonly id: string;
  readonly name: string;
  readonly lat: number;
  readonly lng: number;
}

const micro = (degrees: number) => Math.round(degrees * 1e6) / 1e6;

/** Places of a list, each with an id, a name and coordinates that stand nowhere else. */
const rowsOf = (list: string, count = SPOTS.length): Row[] =>
  SPOTS.slice(0, count).map(({ lat, lng }, i) => ({
    id: `markid-${list}-${i}`,
    name: `Markname ${list} ${i}`,
    lat: micro(lat + 0.000017 + (list.length % 9) * 1e-5),
    lng: micro(lng + 0.000013 + (list.length % 7) * 1e-5),
  }));

const squareMetersAt = (i: number) => 913.57 + 101 * i;
const salesAt = (i: number) => 3_400_017 + 410_003 * ((i * 7) % 10);
const spendingAt = (i: number) => 87_654.21 + 1011.37 * i;

/** A question, with the files of the datasets that it names by the member that names them. */
export interface MarkedQuestion {
  readonly input: Record<string, unknown>;
  /** Texts that no stranger may see. */
  readonly marks: readonly string[];
}

const marksOf = (rows: readonly Row[]): string[] =>
  rows.flatMap(({ id, name, lat, lng }) => [id, name, String(lat), String(lng)]);

/** How a model is named, and the model itself with the texts in it that are own. */
export interface MarkedModel {
  readonly named: object;
  readonly sent: object;
  readonly marks: readonly string[];
}

/** The lists of an action that are asked about with their own places: typed, they are the question, and seen. */
const askedLists = (action: Action) => placeLists(action).filter(({ isOwn }) => !isOwn);
const ownLists = (action: Action) => placeLists(action).filter(({ isOwn }) => isOwn);

/** Whether an action takes anything that is its organization's own. */
export const takesOwn = (action: Action): boolean =>
  placeLists(action).length > 0 ||
  [figuresMember, salesMember, modelMember].some((memberOf) => memberOf(action) !== null);

/** Every own member of an action in the body itself. */
export function sentOwn(action: Action, model: MarkedModel | null): MarkedQuestion {
  const input: Record<string, unknown> = { ...action.example };
  const marks: string[] = [];
  const figures = figuresMember(action);
  if (figures !== null) {
    const rows = rowsOf('customers');
    input[figures] = {
      columns: ['spending'],
      rows: rows.map(({ lat, lng }, i) => ({ lat, lng, values: [spendingAt(i)] })),
    };
    marks.push(...rows.flatMap(({ lat, lng }, i) => [String(lat), String(lng), String(spendingAt(i))]));
  }
  const sales = salesMember(action);
  if (sales !== null) {
    const rows = rowsOf('sold');
    input[sales] = rows.map((row, i) => ({ ...row, squareMeters: squareMetersAt(i), sales: salesAt(i) }));
    marks.push(...marksOf(rows), ...rows.flatMap((_, i) => [String(salesAt(i)), String(squareMetersAt(i))]));
  }
  for (const { name, max } of ownLists(action)) {
    const rows = rowsOf(name, Math.min(5, max));
    const takesArea = JSON.stringify(action.example).includes('squareMeters') || action.id.startsWith('site.');
    input[name] = rows.map((row, i) => ({ ...row, ...(takesArea ? { squareMeters: squareMetersAt(i) } : {}) }));
    marks.push(...marksOf(rows), ...(takesArea ? rows.map((_, i) => String(squareMetersAt(i))) : []));
  }
  const member = modelMember(action);
  if (member !== null && model !== null) {
    input[member] = model.sent;
    marks.push(...model.marks);
  }
  return { input, marks };
}

/** Every own member of an action by the dataset or the analysis that holds it; `upload` stores a file. */
export async function namedOwn(
  action: Action,
  model: MarkedModel | null,
  upload: (csv: string) => Promise<string>,
): Promise<MarkedQuestion> {
  const input: Record<string, unknown> = { ...action.example };
  const marks: string[] = [];
  const csvOf = (rows: readonly Row[], more: Readonly<Record<string, (i: number) => number>> = {}) =>
    [
      ['id', 'name', 'lat', 'lng', ...Object.keys(more)],
      ...rows.map(({ id, name, lat, lng }, i) => [id, name, lat, lng, ...Object.values(more).map((of) => of(i))]),
    ]
      .map((cells) => cells.join())
      .join('\n');
  const figures = figuresMember(action);
  if (figures !== null) {
    const rows = rowsOf('customers');
    input[figures] = { dataset: await upload(csvOf(rows, { spending: spendingAt })), columns: ['spending'] };
    marks.push(...marksOf(rows), ...rows.map((_, i) => String(spendingAt(i))));
  }
  const sales = salesMember(action);
  if (sales !== null) {
    const rows = rowsOf('sold');
    input[sales] = { dataset: await upload(csvOf(rows, { sales: salesAt, 'floor area': squareMetersAt })) };
    marks.push(...marksOf(rows), ...rows.map((_, i) => String(salesAt(i))));
  }
  for (const { name, max } of [...askedLists(action), ...ownLists(action)]) {
    if (name !== 'ownStores' && !(name in action.example)) continue;
    const rows = rowsOf(name, Math.min(SPOTS.length, max));
    input[name] = { dataset: await upload(csvOf(rows)) };
    marks.push(...marksOf(rows));
  }
  const member = modelMember(action);
  if (member !== null && model !== null) {
    input[member] = model.named;
    marks.push(...model.marks);
  }
  // Ids of stores that no plan may close are those of the example.
  delete input.fixedStores;
  return { input, marks };
}

/** The marks that stand in a text, however its numbers are grouped. */
export function marksIn(text: string, marks: readonly string[]): string[] {
  const joined = text.replace(/(\d)[,.'’ {2}](?=\d{3}(?!\d))/g, '$1');
  return marks.filter((mark) => text.includes(mark) || joined.includes(mark));
}
