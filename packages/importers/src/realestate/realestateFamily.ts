import { type Box, boxContains, expandBoxMeters, NearPlaces } from '@hinterland/geo';
import {
  type FamilyContent,
  LISTING_KINDS,
  LISTING_STATES,
  type ListingSource,
  NO_DAY,
  PROPERTY_TYPES,
  type Source,
} from '@hinterland/territory';
import { ImportError } from '../errors/importError.ts';
import type { ListingPoint, RealestateInput } from '../inputs/listings.ts';
import type { Report } from '../report/report.ts';
import { AddressMatcher, type AddressTables, type Match } from './addressMatcher.ts';
import { MATCH_PARAMETERS } from './parameters.ts';

interface RealestateContext {
  readonly version: string;
  readonly territoryVersion: string;
  readonly countries: readonly string[];
  readonly sources: readonly Source[];
  readonly tables: AddressTables;
  /** The box of the map. */
  readonly box: Box;
  readonly report: Report;
}

interface Row extends ListingPoint {
  readonly pole: number;
  readonly source: number;
}

/**
 * The family "realestate": every row of the sources that finds its pole, by its address or else by its coordinates. What
 * does not is counted in the report with its reason, and in `listingSources`; rows that lie outside the map are no miss.
 */
export async function realestateFamily(input: RealestateInput, context: RealestateContext): Promise<FamilyContent> {
  const { report, tables } = context;
  const matcher = new AddressMatcher(tables, context.countries);
  const { lngMicrodegrees, latMicrodegrees, rows: poles } = tables.poles;
  const places = new NearPlaces(
    poles,
    (pole) => lngMicrodegrees[pole]! / 1e6,
    (pole) => latMicrodegrees[pole]! / 1e6,
  );
  const reach = expandBoxMeters(context.box, MATCH_PARAMETERS.nearestPoleMeters);
  const rows: Row[] = [];
  const listingSources: ListingSource[] = [];
  for (const [source, { name, showsRows, each }] of input.sources.entries()) {
    if (!context.sources.some((note) => note.name === name)) {
      throw new ImportError(
        `The listings "${name}" have no licence and attribution. Give them an entry of that name under sources, with family: realestate.`,
      );
    }
    const counter = report.subject(`listings of ${name}`);
    const seen = new Map<string, number[]>();
    let [wanted, matched, first, last] = [0, 0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    await each((listing) => {
      const match = find(listing, matcher, places, reach);
      if ('reason' in match) {
        if (!match.outside) wanted++;
        counter.dropped(match.reason, listing.ref);
        return;
      }
      wanted++;
      matched++;
      const key = sameListing(listing, match.pole);
      const days = seen.get(key) ?? [];
      if (days.some((day) => Math.abs(listing.day - day) <= MATCH_PARAMETERS.sameOfferDays)) {
        counter.dropped('the same as a row before it', listing.ref);
        return;
      }
      seen.set(key, [...days, listing.day]);
      counter.kept();
      if (Number.isNaN(listing.price)) counter.changed('no price, or none of the market: kept without it', listing.ref);
      if (listing.day !== NO_DAY) {
        first = Math.min(first, listing.day);
        last = Math.max(last, listing.day);
      }
      rows.push({ ...listing, pole: match.pole, source });
    }, counter);
    report.fact(`listings of ${name}: rows that may lie in the map`, wanted);
    report.fact(`listings of ${name}: rows that found their pole`, matched);
    const hasDays = first <= last;
    listingSources.push({
      name,
      firstDay: hasDays ? isoDay(first) : null,
      lastDay: hasDays ? isoDay(last) : null,
      rows: wanted,
      matched,
      showsRows,
    });
  }
  rows.sort((a, b) => a.pole - b.pole || a.day - b.day || a.source - b.source);
  return {
    family: 'realestate',
    version: context.version,
    territoryVersion: context.territoryVersion,
    sources: context.sources,
    currency: input.currency,
    parameters: { match: MATCH_PARAMETERS },
    listingSources,
    tables: { listings: tableOf(rows) },
  };
}

/** By the address; by the coordinates where there is no address, or it is not found. */
function find(listing: ListingPoint, matcher: AddressMatcher, places: NearPlaces, reach: Box): Match {
  const { lng, lat } = listing;
  const hasPlace = !Number.isNaN(lng) && !Number.isNaN(lat);
  if (hasPlace && !boxContains(reach, lng, lat))
    return { reason: 'its coordinates lie outside the map', outside: true };
  const byAddress = matcher.find(listing.address);
  if ('pole' in byAddress || !hasPlace) return byAddress;
  const pole = places.nearest(lng, lat, MATCH_PARAMETERS.nearestPoleMeters);
  return pole >= 0
    ? { pole }
    : { reason: `no pole within ${MATCH_PARAMETERS.nearestPoleMeters} m of its coordinates`, outside: false };
}

/** Offers that are published again within some months keep their price and area; deals have a day and a name. */
function sameListing(listing: ListingPoint, pole: number): string {
  const { kind, state, type, price, floorAreaSquareMeters, rooms, address } = listing;
  const when = state === 'transaction' ? `${listing.day}/${listing.id}` : '';
  return [pole, address.unit, kind, state, type, price, floorAreaSquareMeters, rooms, when].join('|');
}

const isoDay = (day: number) => new Date(day * 86_400_000).toISOString().slice(0, 10);

function tableOf(rows: readonly Row[]) {
  return {
    pole: Uint32Array.from(rows, ({ pole }) => pole),
    kind: Uint8Array.from(rows, ({ kind }) => LISTING_KINDS.indexOf(kind)),
    state: Uint8Array.from(rows, ({ state }) => LISTING_STATES.indexOf(state)),
    type: Uint8Array.from(rows, ({ type }) => PROPERTY_TYPES.indexOf(type)),
    price: Float64Array.from(rows, ({ price }) => price),
    floorAreaSquareMeters: Float32Array.from(rows, (row) => row.floorAreaSquareMeters),
    rooms: Float32Array.from(rows, ({ rooms }) => rooms),
    day: Int32Array.from(rows, ({ day }) => day),
    daysOnMarket: Int32Array.from(rows, ({ daysOnMarket }) => daysOnMarket),
    open: Uint8Array.from(rows, ({ open }) => (open ? 1 : 0)),
    source: Uint8Array.from(rows, ({ source }) => source),
    id: rows.map(({ id }) => id),
  };
}
