import type { PoleSource } from '../inputs/poles.ts';
import { osmBuildings } from '../osm/buildings.ts';
import type { SourceContext } from '../source/context.ts';
import { sourceKind } from '../source/kind.ts';

export const buildingsOfMap = sourceKind({
  from: 'osm-buildings',
  says: 'Residential buildings of the extract, for census units that addresses leave nearly empty',
  schema: {},
  open(_, { map, report }: SourceContext): PoleSource {
    const name = 'buildings of OpenStreetMap';
    return {
      kind: 'building',
      name,
      async each(push) {
        osmBuildings(map, { push, drop: (reason, ref) => report.subject(name).dropped(reason, ref) });
      },
    };
  },
});
