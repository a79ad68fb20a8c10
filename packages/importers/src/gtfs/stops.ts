import { type Axis, degreesOf } from '@hinterland/catalogue/coordinates';
import type { TimetableStop } from '../inputs/transit.ts';
import type { GtfsFiles, GtfsRow } from './gtfsFiles.ts';
import { heldId } from './ids.ts';
import type { TimetableReport } from './timetableReport.ts';

/** Nearer to 0, 0 than this, a position is one that nobody entered. */
const NOWHERE_DEGREES = 0.01;

export interface GtfsStops {
  readonly stops: readonly TimetableStop[];
  /** Row in `stops` by stop_id. */
  readonly rowOf: ReadonlyMap<string, number>;
  /** Row = stop: the row of its file as reports name it. */
  readonly references: readonly string[];
  /** Row = stop: whether it is a station, an entrance or another place where nothing calls. */
  readonly isOther: readonly boolean[];
  /** The stop of an id and, for a station, its stops. */
  rowsOf(id: string): readonly number[];
}

interface Place {
  readonly lng: number;
  readonly lat: number;
  readonly name: string;
  readonly station: string;
  readonly reference: string;
  readonly isOther: boolean;
}

/** Reads stops.txt: all places with coordinates; a platform without any stands where its station does. */
export async function readStops(files: GtfsFiles, report: TimetableReport): Promise<GtfsStops> {
  const places = new Map<string, Place>();
  await files.read('stops.txt', ['stop_id'], report, (row) => {
    const id = row.text('stop_id');
    if (id === '') return report.stops.dropped('without stop_id', row.reference);
    if (places.has(id)) return report.stops.dropped('a stop_id that stands above already', row.reference);
    const { lng, lat } = position(row);
    places.set(id, {
      lng,
      lat,
      name: row.text('stop_name'),
      station: row.text('parent_station'),
      reference: row.reference,
      isOther: !['', '0'].includes(row.code('location_type')),
    });
  });
  const stops: TimetableStop[] = [];
  const references: string[] = [];
  const isOther: boolean[] = [];
  const rowOf = new Map<string, number>();
  const children = new Map<string, number[]>();
  for (const [id, own] of places) {
    const { name, reference } = own;
    const parent = heldId(places, own.station);
    const station = places.has(parent) ? parent : '';
    const at = Number.isNaN(own.lng) ? places.get(station) : own;
    if (at === undefined || Number.isNaN(at.lng)) {
      report.stops.dropped('without coordinates on earth', reference);
      continue;
    }
    if (at !== own) report.stops.changed('without coordinates, put where its station is', reference);
    const row = stops.push({ id, name, lng: at.lng, lat: at.lat, station }) - 1;
    references.push(reference);
    isOther.push(own.isOther);
    rowOf.set(id, row);
    if (station !== '') children.set(station, [...(children.get(station) ?? []), row]);
  }
  const rowsOf = (reference: string) => {
    const id = heldId(rowOf, heldId(children, reference));
    return [...(rowOf.has(id) ? [rowOf.get(id)!] : []), ...(children.get(id) ?? [])];
  };
  return { stops, references, isOther, rowOf, rowsOf };
}

/** Position of a row; NaN where it has none on earth. */
function position(row: GtfsRow): { lng: number; lat: number } {
  const [lng, lat] = [degrees(row.text('stop_lon'), 'lng'), degrees(row.text('stop_lat'), 'lat')];
  const isNowhere = Math.abs(lng) < NOWHERE_DEGREES && Math.abs(lat) < NOWHERE_DEGREES;
  return Number.isNaN(lng + lat) || isNowhere ? { lng: Number.NaN, lat: Number.NaN } : { lng, lat };
}

const degrees = (text: string, axis: Axis): number => {
  const value = degreesOf(text, axis);
  return Math.abs(value) <= (axis === 'lat' ? 90 : 180) ? value : Number.NaN;
};
