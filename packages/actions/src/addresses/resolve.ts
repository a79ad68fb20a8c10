import { countriesOf, parseParts, parseQuery, searchAddresses } from '@hinterland/engine/geocode';
import { haversineMeters } from '@hinterland/geo';
import type { Territory } from '@hinterland/territory';
import { versionsOf } from '../output/common.ts';
import { liesIn } from './continents.ts';
import { presentFound } from './present.ts';
import type { AddressQuestion, ResolvedAddress } from './question.ts';
import type { FoundAddress } from './schema.ts';

/** Two answers that are farther apart than this are two places. */
const SAME_PLACE_METERS = 250;
/** An answer with less confidence than the best one by this much is no rival. */
const MARGIN = 0.02;
const LOOKED_AT = 10;

/** Finds the one address that a line or its parts mean, in one territory. */
export function resolveAddress(territory: Territory, question: AddressQuestion): ResolvedAddress {
  const { query, parts, country, near } = question;
  const countries = countriesOf(territory);
  const dataVersion = versionsOf(territory, ['territory']);
  const asked = query === undefined ? parseParts(parts ?? {}, countries) : parseQuery(`${query} `, countries);
  const found = liesIn(territory.manifest, question)
    ? searchAddresses(territory, asked, { near, limit: LOOKED_AT })
    : [];
  const addresses = found
    .map((one) => presentFound(territory, one))
    .filter(({ countryCode }) => country === undefined || countryCode === country);
  return { ...decide(addresses, near !== undefined), dataVersion };
}

/** Makes one answer of those of several territories. */
export function combineResolved(results: readonly ResolvedAddress[], { near }: AddressQuestion): ResolvedAddress {
  const ambiguous = results.some((result) => result.ambiguous);
  const addresses = results.flatMap(({ address }) => (address === null ? [] : [address]));
  addresses.sort((a, b) => b.confidence - a.confidence);
  const decided = ambiguous ? { address: addresses[0] ?? null, ambiguous } : decide(addresses, near !== undefined);
  const versions = new Set(results.map(({ dataVersion }) => dataVersion.territory));
  return { ...decided, dataVersion: versions.size === 1 ? results[0]!.dataVersion : {} };
}

/** The first answer, with half its confidence where another place fits as well and nothing says which is nearer. */
function decide(
  addresses: readonly FoundAddress[],
  isNearGiven: boolean,
): Pick<ResolvedAddress, 'address' | 'ambiguous'> {
  const [best, ...others] = addresses;
  if (best === undefined) return { address: null, ambiguous: false };
  const ambiguous =
    !isNearGiven &&
    others.some(
      (other) =>
        other.confidence > best.confidence - MARGIN &&
        other.kind === best.kind &&
        haversineMeters(other.lng, other.lat, best.lng, best.lat) > SAME_PLACE_METERS,
    );
  const confidence = ambiguous ? Math.round(best.confidence * 500) / 1000 : best.confidence;
  return { address: { ...best, confidence }, ambiguous };
}
