import { type DatasetRows, sampleOf } from '@hinterland/actions';
import { LIMITS } from '@hinterland/contract';
import type { Clock, Db } from '../../kit/db/database.ts';
import { invalid } from '../../kit/json.ts';
import { matchedOf } from '../datasets/present.ts';
import { placesAt } from '../datasets/sampled.ts';
import { touchDataset } from '../datasets/store.ts';
import { findReady } from './findReady.ts';

/**
 * Puts what a price needs to know of a dataset where a body has its id, and its territory beside it. Throws validation_error
 * where the dataset cannot be read, has too many rows, or none with a place.
 */
export async function withRowsOf(
  db: Db,
  clock: Clock,
  organizationId: number,
  { name, id }: { readonly name: string; readonly id: string },
  body: object,
): Promise<object> {
  const pointer = `#/${name}`;
  const { key, dataset } = await findReady(db, clock, organizationId, id, pointer);
  const { row_count: rows, territory_id: territory } = dataset;
  if (rows > LIMITS.enrichDatasetRowsMax) {
    throw invalid(pointer, `The dataset has ${rows} rows; ${LIMITS.enrichDatasetRowsMax} at most are enriched.`);
  }
  const placed = matchedOf(dataset);
  if (placed === 0) {
    throw invalid(pointer, 'No row of the dataset has a place. Geocode it, or place rows by hand, and ask again.');
  }
  const { territory: chosen = territory } = body as { readonly territory?: unknown };
  if (chosen !== territory) {
    throw invalid('#/territory', `The rows of this dataset lie in ${territory}. Leave out territory, and ask again.`);
  }
  await touchDataset(db, clock, key);
  const samples = await placesAt(db, key, sampleOf(placed));
  return { ...body, territory, [name]: { id, rows, placed, samples } satisfies DatasetRows };
}
