import { LISTING_KINDS, LISTING_STATES, NO_DAY, PROPERTY_TYPES } from '../format/tables.ts';
import type { Realestate, Territory } from '../memory/territory.ts';
import type { Findings } from './findings.ts';
import type { Place } from './place.ts';

export const REALESTATE_STEPS: readonly [
  string,
  (realestate: Realestate, territory: Territory, place: Place, findings: Findings) => void,
][] = [['listings', checkListings]];

function checkListings({ listings, sources, currency }: Realestate, territory: Territory, place: Place, to: Findings) {
  const { pole, day, price, floorAreaSquareMeters, rooms, daysOnMarket, source, rows } = listings;
  const column = (name: string) => place('listings', name);
  if (currency === '') to.error(place('listings'), 'family.json does not say which currency the prices are in.');
  to.references(column('pole'), pole, 'poles', territory.poles.rows);
  to.range(column('kind'), listings.kind, 0, LISTING_KINDS.length - 1);
  to.range(column('state'), listings.state, 0, LISTING_STATES.length - 1);
  to.range(column('type'), listings.type, 0, PROPERTY_TYPES.length - 1);
  to.range(column('open'), listings.open, 0, 1);
  for (const [name, values] of Object.entries({ price, floorAreaSquareMeters, rooms })) {
    to.rows(column(name), rows, (row) => {
      const value = values[row]!;
      return Number.isNaN(value) || (value > 0 && value < Infinity) ? null : `${value} is neither above 0 nor NaN`;
    });
  }
  to.rows(column('daysOnMarket'), rows, (row) =>
    daysOnMarket[row]! >= -1 ? null : `${daysOnMarket[row]} is no number of days`,
  );
  to.references(column('source'), source, 'listingSources', sources.length);
  to.rows(place('listings'), rows, (row) => {
    if (row === 0) return null;
    const before = pole[row - 1]! - pole[row]! || day[row - 1]! - day[row]!;
    return before > 0 ? 'it is not in order of (pole, day)' : null;
  });
  sources.forEach(({ name, firstDay, lastDay }, i) => {
    to.rows(column('day'), rows, (row) => {
      if (source[row] !== i || day[row] === NO_DAY) return null;
      const iso = new Date(day[row]! * 86_400_000).toISOString().slice(0, 10);
      const inside = firstDay !== null && lastDay !== null && firstDay <= iso && iso <= lastDay;
      return inside ? null : `${iso} lies outside the days of ${name}`;
    });
  });
}
