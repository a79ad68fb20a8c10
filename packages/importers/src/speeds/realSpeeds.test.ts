import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { haversineMeters } from '@hinterland/geo';
import { NONE } from '@hinterland/territory';
import { expect, it } from 'vitest';
import { buildGraph } from '../graph/build.ts';
import { reportRoads } from '../graph/reportRoads.ts';
import { readOsmPbf } from '../pbf/readOsmPbf.ts';
import { Report } from '../report/report.ts';
import { readSpeeds } from './readSpeeds.ts';

const DATA = resolve(import.meta.dirname, '../../../../../shared/data/porto-alegre');

it.skipIf(!existsSync(DATA))(
  'slows the streets of Porto Alegre that a table names (needs ../shared/data)',
  async () => {
    const { map } = await readOsmPbf(join(DATA, 'poa_osm.pbf'));
    const path = join(DATA, 'poa_osm_congestion.csv');
    const report = new Report('Porto Alegre');
    const columns = { way: 'osm_id', factor: 'max_speed' };
    const options = { columns, where: [{ column: 'speed_type', equals: ['scale'] }], decimal: '.' as const };
    const speeds = await readSpeeds({ path }, options, map.ways.ids, report);
    const graph = buildGraph(map, ['BR'], undefined, speeds);
    reportRoads(graph, report);

    // The table by another reader, and lengths of its ways by their nodes.
    const lines = (await readFile(path, 'utf8')).trim().split(/\r?\n/).slice(1);
    const ids = new Set(lines.map((line) => Number(line.split(',')[0])));
    let meters = 0;
    map.ways.ids.forEach((id, way) => {
      if (!ids.has(id)) return;
      const nodes = [...map.wayNodes(way)].filter((node) => node !== NONE);
      const at = (node: number) => [map.nodes.lngE7[node]! / 1e7, map.nodes.latE7[node]! / 1e7] as const;
      for (let i = 1; i < nodes.length; i++) meters += haversineMeters(...at(nodes[i - 1]!), ...at(nodes[i]!));
    });
    const { forwardPattern, backwardPattern } = graph.speeds!.edgeSpeeds;
    let slowed = 0;
    forwardPattern.forEach((pattern, edge) => {
      if (pattern !== 0 || backwardPattern[edge] !== 0) slowed += graph.edges.lengthMillimeters[edge]! / 1000;
    });
    expect(slowed / meters).toBeCloseTo(1, 2);
    expect([...graph.speeds!.speedFactors.factor]).toEqual([...Array(24).fill(1), ...Array(24).fill(0.5)]);
    const { subjects, facts } = report.toJson();
    expect(subjects.find(({ name }) => name === 'speeds by hour')).toMatchObject({ kept: 61, dropped: 0 });
    expect(facts).toMatchObject({
      'ways with speeds by hour': 61,
      'hours of the day with speeds': 24,
      // Half a percent.
      'share of the length of roads for cars with speeds by hour': expect.closeTo(0.005, 4),
    });
  },
);
