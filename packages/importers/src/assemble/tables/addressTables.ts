import {
  addressSearchTables,
  type FamilyContent,
  namedSearchTables,
  TERRITORY_TABLES,
  tableOf,
} from '@hinterland/territory';
import type { RoadGraph } from '../../graph/roadGraph.ts';
import type { TerritoryInputs } from '../../inputs/territory.ts';
import type { MadePoles } from '../../poles/makePoles.ts';
import type { NamedTables } from '../../snap/poleStreets.ts';
import { addressTable, addressTexts } from './addressTable.ts';
import type { areaTable } from './areaTable.ts';
import type { OrderedPoles } from './orderedPoles.ts';
import { TextTable } from './texts.ts';

/** Addresses, the texts that they and the roads refer to, and the index by which they are found. */
export function addressTables(
  inputs: TerritoryInputs,
  graph: RoadGraph,
  { rows, merged }: MadePoles,
  ordered: OrderedPoles,
  areas: ReturnType<typeof areaTable>['table'],
): FamilyContent['tables'] & NamedTables {
  const texts = new TextTable([...graph.streetNames, ...addressTexts(rows)]);
  const streetRow = Uint32Array.from(graph.streetNames, (name) => texts.row(name));
  const tables = {
    nodes: tableOf(TERRITORY_TABLES.nodes, graph.nodes),
    edges: tableOf(TERRITORY_TABLES.edges, {
      ...graph.edges,
      street: Uint32Array.from(graph.edgeStreet, (name) => streetRow[name]!),
    }),
    texts: tableOf(TERRITORY_TABLES.texts, { text: texts.texts }),
    poles: tableOf(TERRITORY_TABLES.poles, ordered.table),
    addresses: tableOf(TERRITORY_TABLES.addresses, addressTable(rows, merged, texts, ordered.rowOf)),
    areas: tableOf(TERRITORY_TABLES.areas, areas),
  };
  return { ...tables, ...namedSearchTables(addressSearchTables({ ...tables, manifest: inputs })) };
}
