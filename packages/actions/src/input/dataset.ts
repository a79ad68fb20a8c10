import { z } from 'zod';

type JsonSchema = Readonly<Record<string, unknown>>;

/** Stands in the JSON Schema of a list until `withDatasets` says what it means. */
const MARK = 'x-places';
/** The same of rows with figures. */
const FIGURES = 'x-figures';

/**
 * A list of places that callers may name by a dataset instead: `{"dataset": "ds_…"}` where the list would stand. The
 * schema itself accepts lists alone; the service replaces the reference by the rows of the dataset before parsing.
 */
export const orDataset = <S extends z.ZodType>(list: S): S => list.meta({ [MARK]: true }) as S;

/** The same for rows with their figures: `{"dataset": "ds_…", "columns": […]}`. */
export const orFiguresOfDataset = <S extends z.ZodType>(rows: S): S => rows.meta({ [FIGURES]: true }) as S;

/** Reference to a dataset in place of such a list. */
const datasetReference = z
  .object({
    dataset: z.string().describe('Id of a dataset of your organization: its rows are the places, in their order'),
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
}

/** Lists of an action's input that a dataset may stand for. */
export function placeLists(action: { readonly input: z.ZodType }): readonly PlaceList[] {
  const { properties = {}, $defs = {} } = z.toJSONSchema(action.input, { io: 'input' });
  const resolved = (schema: JsonSchema): JsonSchema =>
    typeof schema.$ref === 'string' ? ($defs[schema.$ref.replace('#/$defs/', '')] as JsonSchema) : schema;
  return Object.entries(properties as Record<string, JsonSchema>)
    .filter(([, list]) => MARK in list)
    .map(([name, list]) => {
      const { properties: fields } = resolved(list.items as JsonSchema) as { properties: JsonSchema };
      return { name, max: list.maxItems as number, named: 'name' in fields };
    });
}

/** Member of an action's input that a dataset may stand for, with figures; null where it takes none. */
export function figuresMember(action: { readonly input: z.ZodType }): string | null {
  const { properties = {} } = z.toJSONSchema(action.input, { io: 'input' });
  return Object.entries(properties as Record<string, JsonSchema>).find(([, member]) => FIGURES in member)?.[0] ?? null;
}

/** References by the mark of what they stand for. */
const REFERENCES = { [MARK]: z.toJSONSchema(datasetReference), [FIGURES]: z.toJSONSchema(figuresReference) };
type Mark = keyof typeof REFERENCES;
const markOf = (member: JsonSchema): Mark | undefined =>
  [MARK, FIGURES].find((mark) => mark in member) as Mark | undefined;

/** The JSON Schema of an input, with both forms of such lists. */
export function withDatasets(schema: JsonSchema): JsonSchema {
  const members = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>);
  const marks = [...new Set(members.flatMap(([, member]) => markOf(member) ?? []))];
  if (marks.length === 0) return schema;
  const properties = members.map(([name, member]) => {
    const mark = markOf(member);
    return [name, mark === undefined ? member : eitherForm(member, mark)] as const;
  });
  return {
    ...schema,
    properties: Object.fromEntries(properties),
    $defs: Object.assign({}, schema.$defs, ...marks.map((mark) => REFERENCES[mark].$defs)),
  };
}

/** Metadata of the member stay outside; those of the list move with it. */
function eitherForm(member: JsonSchema, mark: Mark): JsonSchema {
  const { [mark]: _, description, examples, default: unset, ...list } = member;
  return {
    ...(unset === undefined ? {} : { default: unset }),
    ...(description === undefined ? {} : { description }),
    ...(examples === undefined ? {} : { examples }),
    anyOf: [list, { $ref: REFERENCES[mark].$ref }],
  };
}
