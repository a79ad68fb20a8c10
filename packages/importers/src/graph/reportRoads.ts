import { MODE_BIT, MODES } from '@hinterland/catalogue';
import type { Report } from '../report/report.ts';
import type { RoadGraph } from './roadGraph.ts';

/** Reports what became of the roads. */
export function reportRoads(graph: RoadGraph, report: Report): void {
  report.subject('roads and paths').kept(graph.counts.ways);
  const { apart, ...counts } = graph.counts;
  for (const [name, value] of Object.entries(counts)) report.fact(`roads: ${inWords(name)}`, value);
  report.fact('nodes', graph.nodes.lngMicrodegrees.length);
  report.fact('edges', graph.edges.fromNode.length);
  for (const mode of MODES) {
    let inMain = 0;
    for (const bits of graph.edges.mainComponent) if ((bits & MODE_BIT[mode]) !== 0) inMain++;
    report.fact(`edges in the main component of ${mode}`, inMain);
    report.fact(`networks of ${mode} beside the largest`, apart[mode]);
  }
}

/** "waysCut" as "ways cut". */
function inWords(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
