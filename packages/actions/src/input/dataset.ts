import { z } from 'zod';

type JsonSchema = Readonly<Record<string, unknown>>;

/** Stands in the JSON Schema of a list until `withDatasets` says what it means. */
const MARK = 'x-places';

/**
 * A list of places that callers may name by a dataset instead: `{"dataset": "ds_…"}` where the list would stand. The
 * schema itself accepts lists alone; the service replaces the reference by the rows of the dataset before parsing.
 */
export const orDataset = <S extends z.ZodType>(list: S): S => list.meta({ [MARK]: true }) as S;

/** Reference to a dataset in place of such a list. */
const datasetReference = z
  .object({
    dataset: z.string().describe('Id of a dataset of your organization: its rows are the places, in their order'),
  })
  .describe(
    'The places of a dataset. Ids and names come from its columns; without an id the number of the row is used.',
  )
  .meta({ id: 'PlacesOfDataset' });

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

const { $ref: REFERENCE, $defs: REFERENCE_DEFINITION } = z.toJSONSchema(datasetReference);

/** The JSON Schema of an input, with both forms of such lists. */
export function withDatasets(schema: JsonSchema): JsonSchema {
  const members = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>);
  if (!members.some(([, member]) => MARK in member)) return schema;
  const properties = members.map(([name, member]) => [name, MARK in member ? eitherForm(member) : member] as const);
  return {
    ...schema,
    properties: Object.fromEntries(properties),
    $defs: { ...(schema.$defs as JsonSchema | undefined), ...REFERENCE_DEFINITION },
  };
}

/** Metadata of the member stay outside; those of the list move with it. */
function eitherForm({ [MARK]: _, description, examples, default: unset, ...list }: JsonSchema): JsonSchema {
  return {
    ...(unset === undefined ? {} : { default: unset }),
    ...(description === undefined ? {} : { description }),
    ...(examples === undefined ? {} : { examples }),
    anyOf: [list, { $ref: REFERENCE }],
  };
}
