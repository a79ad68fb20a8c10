import type { Territory } from '@hinterland/territory';
import { sql } from 'kysely';
import type { Db } from '../../../../apps/service/src/kit/db/database.ts';
import { newDatasetId } from '../../../../apps/service/src/work/datasets/id.ts';

/** A row of a dataset; null where its cells have no coordinates. */
export type Home = { readonly lat: number; readonly lng: number } | null;

/** Every 50th row has no coordinates, and the one after it lies on another continent. */
export const LOST = 7;
export const ABROAD = 8;

/** Homes all over a territory, some of them nowhere and some abroad. */
export const homesOf = ({ poles }: Territory, count: number): Home[] =>
  Array.from({ length: count }, (_, i): Home => {
    if (i % 50 === LOST) return null;
    if (i % 50 === ABROAD) return { lat: 48.2, lng: 16.3 };
    const pole = Math.floor((i * poles.rows) / count);
    return { lat: poles.latMicrodegrees[pole]! / 1e6, lng: poles.lngMicrodegrees[pole]! / 1e6 };
  });

export const csvOf = (homes: readonly Home[]): string =>
  `id,lat,lng\n${homes.map((home, i) => `home ${i},${home?.lat ?? ''},${home?.lng ?? ''}`).join('\n')}\n`;

/** Stores a dataset as its import would, without a file. Returns its id. */
export async function storeDataset(
  db: Db,
  owner: { readonly organizationId: number; readonly userId: number },
  homes: readonly Home[],
): Promise<string> {
  const id = newDatasetId();
  const rows = homes.map((home, index) => ({
    index,
    cells: [`home ${index}`, `${home?.lat ?? ''}`, `${home?.lng ?? ''}`],
    lat: home?.lat ?? null,
    lng: home?.lng ?? null,
    reason: home === null ? 'pending' : home.lat > 0 ? 'outside' : 'given',
  }));
  const counts: Record<string, number> = {};
  for (const { reason } of rows) counts[reason] = (counts[reason] ?? 0) + 1;
  await sql`
    insert into dataset (id, organization_id, user_id, name, territory_id, status, columns, mapping, row_count, bytes, reasons,
      created_at, updated_at)
    values (${id}, ${owner.organizationId}, ${owner.userId}, 'Homes', 'maravea', 'ready', ${JSON.stringify(['id', 'lat', 'lng'])}::json,
      ${JSON.stringify({ id: 'id', lat: 'lat', lng: 'lng' })}, ${rows.length}, ${rows.length * 30}, ${JSON.stringify(counts)},
      now(), now())`.execute(db);
  await sql`
    insert into dataset_row (dataset_id, index, cells, lat, lng, reason)
    select ${id}, (r->>'index')::integer, (r->'cells')::json, (r->>'lat')::float8,
      (r->>'lng')::float8, r->>'reason'
    from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) r`.execute(db);
  return id;
}
