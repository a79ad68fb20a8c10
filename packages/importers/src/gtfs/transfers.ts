import type { Transfer } from '../inputs/transit.ts';
import type { GtfsFiles } from './gtfsFiles.ts';
import type { GtfsStops } from './stops.ts';
import type { TimetableReport } from './timetableReport.ts';

/**
 * Reads transfers.txt. A rule about a station holds for all of its stops, and stands before those about fewer. Rules about single routes or trips, and those about
 * passengers who stay in their seats, are left out and counted.
 */
export async function readTransfers(files: GtfsFiles, stops: GtfsStops, report: TimetableReport): Promise<Transfer[]> {
  const rules: { readonly reach: number; readonly transfer: Transfer }[] = [];
  await files.readIfThere('transfers.txt', ['from_stop_id', 'to_stop_id', 'transfer_type'], report, (row) => {
    const drop = (reason: string) => report.transfers.dropped(reason, row.reference);
    const type = row.code('transfer_type') || '0';
    if (type === '4' || type === '5') return drop('about passengers who stay in their seats');
    if (!/^[0-3]$/.test(type)) return drop('a transfer_type that is none');
    const scopes = ['from_route_id', 'to_route_id', 'from_trip_id', 'to_trip_id'];
    if (scopes.some((column) => row.text(column) !== '')) return drop('about single routes or trips');
    const [from, to] = [stops.rowsOf(row.text('from_stop_id')), stops.rowsOf(row.text('to_stop_id'))];
    if (from.length === 0 || to.length === 0) return drop('a stop that stops.txt does not have');
    const least = row.code('min_transfer_time');
    if (type === '2' && !/^\d{1,6}$/.test(least)) return drop('a min_transfer_time that is no number of seconds');
    const leastSeconds = type === '3' ? null : type === '2' ? Number(least) : 0;
    const reach = from.length * to.length;
    for (const one of from) {
      for (const other of to) rules.push({ reach, transfer: { from: one, to: other, leastSeconds } });
    }
    report.transfers.kept();
  });
  return rules.sort((a, b) => b.reach - a.reach).map(({ transfer }) => transfer);
}
