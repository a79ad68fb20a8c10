import { HIERARCHY_MODES } from '@hinterland/catalogue';
import { type FamilyContent, shapeOfMode, tablesOfShape } from '@hinterland/territory';
import type { RoadGraph } from '../../graph/roadGraph.ts';
import type { Report } from '../../report/report.ts';

/** An order of each mode's nodes, which planning a network of stores would have to find first. */
export function hierarchyTables(graph: RoadGraph, report: Report): FamilyContent['tables'] {
  const tables = HIERARCHY_MODES.map((mode) => {
    const { positions, links } = tablesOfShape(shapeOfMode(graph.nodes, graph.edges, mode));
    report.fact(`links in the hierarchy of ${mode}`, links.ancestor.length);
    return { [`hierarchy-${mode}`]: positions, [`links-${mode}`]: links };
  });
  return Object.assign({}, ...tables);
}
