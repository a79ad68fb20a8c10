import type { PoleSource } from '../inputs/poles.ts';
import { osmAddresses } from '../osm/addresses.ts';
import type { SourceContext } from '../source/context.ts';
import { sourceKind } from '../source/kind.ts';
import { namesSuburbFirst, numberStyleOf } from './countries.ts';

const SUBURB_KEYS = ['addr:suburb', 'addr:city', 'addr:town', 'addr:village', 'addr:hamlet'];

export const addressesOfMap = sourceKind({
  from: 'osm-addresses',
  says: 'Addresses of the extract',
  schema: {},
  open(_, { map, countries, report }: SourceContext): PoleSource {
    const name = 'addresses of OpenStreetMap';
    return {
      kind: 'address',
      name,
      async each(push) {
        osmAddresses(map, {
          push,
          drop: (reason, ref) => report.subject(name).dropped(reason, ref),
          style: numberStyleOf(countries),
          ...(namesSuburbFirst(countries) ? { localityKeys: SUBURB_KEYS } : {}),
        });
      },
    };
  },
});
