import { countriesOf, parseQuery, searchAddresses } from '@hinterland/engine/geocode';
import type { ActionContext, RunOutcome } from '../action/action.ts';
import { liesIn } from '../addresses/continents.ts';
import { presentFound } from '../addresses/present.ts';
import { versionsOf } from '../output/common.ts';
import type { Input, Output } from './schema.ts';

export function run({ territory }: ActionContext, input: Input): RunOutcome<Output> {
  const { query, country, near, limit } = input;
  const { manifest } = territory;
  const dataVersion = versionsOf(territory, ['territory']);
  if (!liesIn(manifest, input)) return { result: { addresses: [], dataVersion } };
  // In a territory of several countries, those of the others are left out afterwards.
  const isMixed = country !== undefined && manifest.countries.length > 1;
  const found = searchAddresses(territory, parseQuery(query, countriesOf(territory)), {
    near,
    limit: isMixed ? 4 * limit : limit,
  });
  const addresses = found.map((one) => presentFound(territory, one));
  const ofCountry = isMixed ? addresses.filter(({ countryCode }) => countryCode === country) : addresses;
  return { result: { addresses: ofCountry.slice(0, limit), dataVersion } };
}

/** Answers of several territories as one: best first; ties stay in the order of the territories. */
export function combine(results: readonly Output[], { limit }: Input): Output {
  const addresses = results
    .flatMap((result) => result.addresses)
    .sort((a, b) => b.confidence - a.confidence)
    .slice(0, limit);
  const versions = new Set(results.map(({ dataVersion }) => dataVersion.territory));
  return { addresses, dataVersion: versions.size === 1 ? results[0]!.dataVersion : {} };
}
