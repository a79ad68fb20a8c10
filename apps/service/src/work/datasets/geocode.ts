import { type FoundRow, geocodeRows } from '@hinterland/actions';
import { ADDRESS_ROLES, meaningOfO } from '@hinterland/catalogue/columns';
import type { Lease } from '../../engine/territoriesInForce.ts';
import type { JobWork } from '../jobs/kind.ts';
import { computePatiently, leaseTerritory } from '../jobs/steps.ts';
import type { RowRecord } from './dataset.ts';
import { inChunks } from './inChunks.ts';
import { type CellsKnown, placeInCells } from './placeInCells.ts';
import { BY_HAND, isMatched, OUTSIDE } from './reasons.ts';
import { addressColumnsOf, hasAddress, type Mapping, type Positions, positionsOf } from './roles.ts';
import { datasetOf } from './settle.ts';
import { findDataset, type PlacedRow, placeRows } from './store.ts';
import { boxOf } from './territoryBox.ts';

/** As the job was started: a mapping that is changed meanwhile is for the next. */
export interface GeocodeInput {
  readonly mapping: Mapping;
}

/** Rows that go to an engine thread at once: parts of a second. */
const CHUNK_ROWS = 100;

/** Says of every row where it is: by its own coordinates where it has some, else by its address. */
export async function geocodeDataset(work: JobWork): Promise<void> {
  const { db, clock, engine, job } = work;
  const key = datasetOf(job);
  const dataset = await findDataset(db, key);
  if (dataset?.columns == null) return;
  const { mapping } = job.input as GeocodeInput;
  const positions = positionsOf(dataset.columns, mapping);
  const known = { o: meaningOfO(mapping.lng ?? ''), box: boxOf(engine, dataset.territory_id) };
  const lease = hasAddress(mapping) ? await leaseTerritory(work) : null;
  const addresses = addressReader(addressColumnsOf(positions));
  try {
    await inChunks(work, CHUNK_ROWS, {
      async compute(rows, signal) {
        const places = rows.map((row) => knownPlace(positions, row, known));
        const unknown = rows.filter((_, i) => !isMatched(places[i]?.reason ?? ''));
        const asked = lease === null ? [] : unknown.map(({ cells }) => addresses.cellsOf(cells));
        const found = asked.length === 0 ? [] : await geocode(work, lease as Lease, addresses.columns, asked, signal);
        const next = found.values();
        return rows.map(({ index }, i): PlacedRow => {
          const place = places[i] as (typeof places)[number];
          const isKnown = isMatched(place.reason) || lease === null;
          return isKnown
            ? { index, ...place, address: null, confidence: null }
            : placed(index, place, next.next().value as FoundRow);
        });
      },
      store: (trx, rows) => placeRows(trx, clock, key, rows),
      isDone: isMatched,
    });
  } finally {
    lease?.release();
  }
}

const geocode = async (
  { engine, job }: JobWork,
  lease: Lease,
  columns: ReturnType<typeof addressColumnsOf>,
  rows: readonly (readonly string[])[],
  signal: AbortSignal,
): Promise<readonly FoundRow[]> =>
  (
    await computePatiently(signal, () =>
      engine.workOnRows(geocodeRows, { columns, rows }, lease, { signal, organizationId: job.organization_id }),
    )
  ).rows;

/** A place that a member gave stays; else that of the row's own cells. */
const knownPlace = (positions: Positions, { lat, lng, reason, cells }: RowRecord, known: CellsKnown) =>
  reason === BY_HAND ? { lat, lng, reason } : placeInCells(positions, cells, known);

/**
 * A similar address is stored with its confidence, but the row gets no place from it. Where nothing is found, the fault of the
 * row's own coordinates says more. One that lies outside the territory stays there unless its address is found in it.
 */
function placed(
  index: number,
  own: Pick<PlacedRow, 'lat' | 'lng' | 'reason'>,
  { lat, lng, address, confidence, reason }: FoundRow,
): PlacedRow {
  const isFound = isMatched(reason);
  if (!isFound && own.reason === OUTSIDE)
    return { index, lat: own.lat, lng: own.lng, reason: OUTSIDE, address, confidence };
  const told = reason === 'nothing' && own.reason.startsWith('coordinates_') ? own.reason : reason;
  return { index, lat: isFound ? lat : null, lng: isFound ? lng : null, reason: told, address, confidence };
}

/** Threads are sent the cells that they need, and no others. */
function addressReader(columns: ReturnType<typeof addressColumnsOf>) {
  const roles = ADDRESS_ROLES.filter((role) => columns[role] !== undefined);
  return {
    columns: Object.fromEntries(roles.map((role, i) => [role, i])),
    cellsOf: (cells: readonly string[]) => roles.map((role) => cells[columns[role] as number] ?? ''),
  };
}
