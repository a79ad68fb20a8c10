import { asMessage, said } from '@hinterland/answers/said';
import { z } from 'zod';
import * as figure from '../output/figure.ts';
import { rowId } from '../ownership/marks.ts';
import { orDataset } from './dataset.ts';
import { kindOf, listMessage, quoted } from './numbers.ts';
import { lat, lng } from './place.ts';

/** A name of the caller's own, given back unchanged. */
const storeId = z
  .union([z.string().min(1).max(255), z.int()], {
    error: ({ input }) =>
      asMessage(input === undefined ? said('store_id_missing') : said('store_id_not', { given: kindOf(input) })),
  })
  .describe('Your id of the place: a text of 1 to 255 characters or a whole number, returned unchanged');
export type StoreId = z.output<typeof storeId>;

/** Fields of a store or a candidate as callers give it. */
export const storeFields = {
  id: storeId,
  lat: lat(),
  lng: lng(),
  name: z.string().max(255).optional().describe('Display name, up to 255 characters'),
} as const;
export type StoreInput = z.output<z.ZodObject<typeof storeFields>>;

/** A place with these fields; `schemaId` names its schema. */
export const storeWith = <F extends z.ZodRawShape>(fields: F, schemaId: string) =>
  z
    .object(fields, {
      error: ({ input }) => asMessage(said('store_not', { given: kindOf(input) })),
    })
    .describe('One place')
    .meta({ id: schemaId });

const plainStore = storeWith(storeFields, 'StorePlace');

/** A place that may go without an id: it has its number in the list then, from 1. */
type Numbered = Omit<StoreInput, 'id'> & { readonly id?: StoreId | undefined };

/** A list of stores or candidates, or a dataset of them; each has an id that no other of the list has. */
export const storeList = <S extends z.ZodType<Numbered> = typeof plainStore>(
  name: string,
  min: number,
  max: number,
  store: S = plainStore as z.ZodType as S,
) => {
  const list = z
    .array(store, { error: listMessage(name, 'places', min, max) })
    .min(min)
    .max(max)
    .superRefine((stores, context) => {
      const firstWith = new Map<StoreId, number>();
      stores.forEach((given, i) => {
        const id = given.id ?? i + 1;
        const first = firstWith.get(id);
        if (first === undefined) {
          firstWith.set(id, i);
          return;
        }
        context.addIssue({
          code: 'custom',
          path: [i, 'id'],
          message: asMessage(said('id_twice', { row: first + 1, id: quoted(id) })),
        });
      });
    });
  return orDataset(list);
};

/** Fields that identify a place in results. */
export const storeHeading = {
  id: rowId(z.union([z.string(), z.int()]).describe('As given').meta(figure.key())),
  name: z.string().optional().describe('As given').meta(figure.name()),
} as const;

export const headingOf = ({ id, name }: StoreInput): { id: StoreId; name?: string } => ({
  id,
  ...(name === undefined ? {} : { name }),
});
