import { SALES_ROLES } from '@hinterland/catalogue/columns';
import { subjectReference } from '@hinterland/contract';
import { oncePer } from '@hinterland/geo';
import { z } from 'zod';
import * as figure from '../output/figure.ts';
import { isOwn, own } from '../ownership/marks.ts';
import { rowChoices } from '../rowDesk/choices.ts';

type JsonSchema = Readonly<Record<string, unknown>>;

/** Stands in the JSON Schema of a list until `withDatasets` says what it means. */
const MARK = 'x-places';
/** The same of rows with figures. */
const FIGURES = 'x-figures';
/** The same of stores with their sales. */
const SALES = 'x-sales';
/** The same of a sales model. */
const MODEL = 'x-model';
/** The same of a dataset whose rows are too many to stand in a body. */
const ROWS = 'x-rows';

/**
 * A list of places that callers may name by a dataset instead: `{"dataset": "ds_…"}` where the list would stand. The
 * schema itself accepts lists alone; the service replaces the reference by the rows of the dataset before parsing.
 */
export const orDataset = <S extends z.ZodType>(list: S): S => list.meta({ [MARK]: true, ...figure.places() }) as S;

/** The same for rows with their figures: `{"dataset": "ds_…", "columns": […]}`. */
export const orFiguresOfDataset = <S extends z.ZodType>(rows: S): S => own(rows.meta({ [FIGURES]: true }) as S);

/** The same for stores with their sales: `{"dataset": "ds_…"}`. */
export const orSales = <S extends z.ZodType>(stores: S): S =>
  own(stores.meta({ [SALES]: true, ...figure.places() }) as S);

/** A sales model, which callers may name by the version that holds it: the service puts the model in its place before parsing. */
export const orModel = <S extends z.ZodType>(model: S): S => own(model.meta({ [MODEL]: true }) as S);

/** All rows of a dataset, which callers name by its id: the service puts in its place what a price needs to know of them. */
export const rowsOfDataset = <S extends z.ZodType>(rows: S): S => rows.meta({ [ROWS]: true }) as S;

/** Reference to a dataset in place of such a list. */
const datasetReference = z
  .object({
    dataset: z.string().describe('Id of a dataset of your organization: its rows are the places, in their order'),
    ...rowChoices.shape,
  })
  .describe(
    'The places of a dataset. Ids and names come from its columns; without an id the number of the row is used.',
  )
  .meta({ id: 'PlacesOfDataset' });

const figuresReference = z
  .object({
    dataset: z.string().describe('Id of a dataset of your organization: its rows are counted'),
    columns: z
      .array(z.string())
      .optional()
      .describe('Names of its columns that are added up; cells that hold no number are left out'),
  })
  .describe('The rows of a dataset with some of their columns')
  .meta({ id: 'FiguresOfDataset' });

/** A list of an action's input that a dataset may stand for. */
export interface PlaceList {
  /** Name of the member of the input. */
  readonly name: string;
  /** Most places that it takes. */
  readonly max: number;
  /** Whether its places have a name as well as an id. */
  readonly named: boolean;
  /** Whether its places are an organization's own wherever they are from, see ownership/marks.ts. */
  readonly isOwn: boolean;
}

/** What stands for what is stored, in an action's input. Each request asks for it: where its schema was made each time, that was four fifths of a small one. */
const storedIn = oncePer((input: z.ZodType) => {
  const { properties = {}, $defs = {} } = z.toJSONSchema(input, { io: 'input' });
  const resolved = (schema: JsonSchema): JsonSchema =>
    typeof schema.$ref === 'string' ? ($defs[schema.$ref.replace('#/$defs/', '')] as JsonSchema) : schema;
  const members = Object.entries(properties as Record<string, JsonSchema>);
  const memberWith = (mark: string) => members.find(([, member]) => mark in member)?.[0] ?? null;
  const lists = members
    .filter(([, list]) => MARK in list)
    .map(([name, list]): PlaceList => {
      const { properties: fields } = resolved(list.items as JsonSchema) as { properties: JsonSchema };
      const { shape = {} } = input as unknown as { readonly shape?: Readonly<Record<string, z.ZodType>> };
      const schema = shape[name];
      return {
        name,
        max: list.maxItems as number,
        named: 'name' in fields,
        isOwn: schema !== undefined && isOwn(schema),
      };
    });
  return {
    lists,
    subjects: members.flatMap(([name, member]) => takenAt(name, member, resolved)),
    figures: memberWith(FIGURES),
    sales: memberWith(SALES),
    model: memberWith(MODEL),
    rows: memberWith(ROWS),
  };
});

/** A member of an action's input that a saved subject may stand for. */
export interface SubjectMember {
  readonly name: string;
  /** What stands there; `point`: `lat` and `lng` of the call, in whose place `subject` is named. */
  readonly takes: 'places' | 'figures' | 'rows' | 'areas' | 'area' | 'polygon' | 'point';
  /** Whether a dataset may stand there, too. */
  readonly takesDataset: boolean;
  /** Members of its places; none of other kinds. */
  readonly placeMembers: readonly string[];
}

function takenAt(name: string, member: JsonSchema, resolved: (schema: JsonSchema) => JsonSchema): SubjectMember[] {
  const taken = (takes: SubjectMember['takes'], takesDataset: boolean, placeMembers: readonly string[] = []) => [
    { name, takes, takesDataset, placeMembers },
  ];
  if (FIGURES in member) return taken('figures', true);
  if (ROWS in member) return taken('rows', true);
  const { properties = {} } = resolved((member.items as JsonSchema | undefined) ?? {});
  const places = Object.keys(properties as object);
  if (places.includes('lat')) return taken('places', MARK in member || SALES in member, places);
  if (name === 'areas' && member.type === 'array') return taken('areas', false);
  if (name === 'area' && member.type === 'string') return taken('area', false);
  if (member.$ref === '#/$defs/DrawnPolygon') return taken('polygon', false);
  return name === 'lat' ? taken('point', false) : [];
}

type WithInput = { readonly input: z.ZodType };

/** Members of an action's input that a saved subject may stand for. */
export const subjectMembers = ({ input }: WithInput): readonly SubjectMember[] => storedIn(input).subjects;

/** Lists of an action's input that a dataset may stand for. */
export const placeLists = ({ input }: WithInput): readonly PlaceList[] => storedIn(input).lists;

/** Member of an action's input that a dataset may stand for, with figures; null where it takes none. */
export const figuresMember = ({ input }: WithInput): string | null => storedIn(input).figures;

/** Member of an action's input that a dataset with sales may stand for; null where it takes none. */
export const salesMember = ({ input }: WithInput): string | null => storedIn(input).sales;

/** Member of an action's input that names a model; null where it takes none. */
export const modelMember = ({ input }: WithInput): string | null => storedIn(input).model;

/** Member of an action's input that stands for all rows of a dataset; null where it takes none. */
export const rowsMember = ({ input }: WithInput): string | null => storedIn(input).rows;

/** What a caller says of a sheet of sales beside its id. */
export const salesTableOptions = z.object({
  roles: z
    .record(z.string(), z.enum(SALES_ROLES))
    .optional()
    .describe(
      'Roles of columns by their names, in place of those that the names suggest. attribute: a figure that is known of a place before it opens',
    ),
  ...rowChoices.shape,
});

const salesReference = z
  .object({
    dataset: z.string().describe('Id of a dataset of your organization: its rows are stores, or periods of stores'),
    ...salesTableOptions.shape,
  })
  .describe(
    'Stores with their sales. Columns are recognized by their names in five languages: store, period, sales (periods may stand in columns), floor area, opening and closing date, format, currency, figures of places; warnings say how. Other columns do not count.',
  )
  .meta({ id: 'SalesOfDataset' });

/** References by the mark of what they stand for. */
const REFERENCES = {
  [MARK]: z.toJSONSchema(datasetReference),
  [FIGURES]: z.toJSONSchema(figuresReference),
  [SALES]: z.toJSONSchema(salesReference),
};
type Mark = keyof typeof REFERENCES;
const markOf = (member: JsonSchema): Mark | undefined =>
  [MARK, FIGURES, SALES].find((mark) => mark in member) as Mark | undefined;

/** The JSON Schema of an input, with all forms of such lists: as they are, the reference to a dataset, the reference to a saved subject. */
export function withDatasets(given: JsonSchema): JsonSchema {
  const schema = withDatasetIds(withModelNames(given));
  const members = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>);
  const marks = [...new Set(members.flatMap(([, member]) => markOf(member) ?? []))];
  const subjects = members.flatMap(([name, member]) => (takesSubject(member) ? [name] : []));
  if (marks.length === 0 && subjects.length === 0) return schema;
  const properties = members.map(([name, member]) => {
    const mark = markOf(member);
    const others = [
      ...(mark === undefined ? [] : [REFERENCES[mark].$ref]),
      ...(subjects.includes(name) ? [SAVED_SUBJECT.$ref] : []),
    ];
    return [name, others.length === 0 ? member : eitherForm(member, others)] as const;
  });
  const references = [...marks.map((mark) => REFERENCES[mark]), ...(subjects.length === 0 ? [] : [SAVED_SUBJECT])];
  return {
    ...schema,
    properties: Object.fromEntries(properties),
    $defs: Object.assign({}, schema.$defs, ...references.map(({ $defs }) => $defs)),
  };
}

const SAVED_SUBJECT = z.toJSONSchema(subjectReference);

/** Whether a member is a list of places, whose place a saved subject may take. */
const takesSubject = (member: JsonSchema): boolean =>
  (member['x-figure'] as { readonly role?: unknown } | undefined)?.role === 'places';

/** A model is named by its version, or sent as it was answered: what it holds is no part of the interface. */
const modelReference = z
  .object({
    analysis: z.string().describe('Code of an analysis of your organization in which market.calibrate ran'),
    version: z.int().optional().describe('Number of the version. Default: the latest with a model'),
  })
  .describe('A sales model by the version that holds it')
  .meta({ id: 'ModelOfAnalysis' });

const wholeModel = {
  type: 'object',
  description: 'The member `model` of an answer of market.calibrate, unchanged',
  properties: { id: { type: 'string', description: 'Its id' } },
  required: ['id'],
};

function withModelNames(schema: JsonSchema): JsonSchema {
  const members = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>);
  if (!members.some(([, member]) => MODEL in member)) return schema;
  const reference = z.toJSONSchema(modelReference);
  const properties = members.map(([name, member]) => {
    if (!(MODEL in member)) return [name, member] as const;
    return [name, { description: member.description, anyOf: [{ $ref: reference.$ref }, wholeModel] }] as const;
  });
  const { StoredSalesModel: _, DataVersion: __, ...defs } = (schema.$defs ?? {}) as Record<string, JsonSchema>;
  return { ...schema, properties: Object.fromEntries(properties), $defs: { ...defs, ...reference.$defs } };
}

/** Callers send the id alone. */
function withDatasetIds(schema: JsonSchema): JsonSchema {
  const members = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>);
  if (!members.some(([, member]) => ROWS in member)) return schema;
  const properties = members.map(([name, member]) => {
    const { description, examples } = member;
    return [name, ROWS in member ? { type: 'string', description, examples } : member] as const;
  });
  return { ...schema, properties: Object.fromEntries(properties) };
}

/** Metadata of the member stay outside; those of the list move with it. */
function eitherForm(member: JsonSchema, references: readonly (string | undefined)[]): JsonSchema {
  const { [MARK]: _, [FIGURES]: __, [SALES]: ___, description, examples, default: unset, ...list } = member;
  return {
    ...(unset === undefined ? {} : { default: unset }),
    ...(description === undefined ? {} : { description }),
    ...(examples === undefined ? {} : { examples }),
    anyOf: [list, ...references.map(($ref) => ({ $ref }))],
  };
}
