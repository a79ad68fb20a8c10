import type { StoreSource } from '../inputs/stores.ts';
import type { SourceContext } from '../source/context.ts';
import { sourceKind } from '../source/kind.ts';
import { osmStores } from './osmStores.ts';

export const storesOfMap = sourceKind({
  from: 'osm',
  says: 'Shops and other places of business of the extract',
  schema: {},
  open: (_, { map, playersVersion }: SourceContext): StoreSource => ({
    name: 'stores of OpenStreetMap',
    kind: 'osm',
    async each(push, drop) {
      osmStores(map, push, drop, playersVersion);
    },
  }),
});
