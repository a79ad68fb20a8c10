import { loadTerritory, type Territory } from '@hinterland/territory';
import { describe, expect, it } from 'vitest';
import { block, pbfBytes } from '../pbf/testing/encodePbf.ts';
import { testFolder } from '../testing/folder.ts';
import { buildTerritory } from './build.ts';
import { readRecipe } from './read.ts';

const folder = await testFolder();

/** One road of three ways, 1, 2 and 3, one after the other, and a street 4 at its end; way 5 is closed to cars. */
const map = block({
  dense: [0, 1, 2, 3, 4, 5].map((i) => ({ id: i + 1, lat: 0.001 + (i === 5 ? 0.001 : 0), lng: 0.001 * i + 0.001 })),
  ways: [
    { id: 1, nodes: [1, 2], tags: { highway: 'primary', maxspeed: '50' } },
    { id: 2, nodes: [2, 3], tags: { highway: 'primary', maxspeed: '50' } },
    { id: 3, nodes: [3, 4], tags: { highway: 'primary', maxspeed: '50' } },
    { id: 4, nodes: [4, 5], tags: { highway: 'residential', maxspeed: '30' } },
    { id: 5, nodes: [5, 6], tags: { highway: 'footway' } },
  ],
});

const recipe = (id: string, speeds: string) => `
id: ${id}
name: A road
countries: [DE]
continent: europe
timeZone: Europe/Berlin
versions: { territory: "1" }
map: { osm: road.osm.pbf${speeds === '' ? '' : `, speeds: ${speeds}`} }
poles: [{ from: streets }]
sources:
  - { name: OpenStreetMap, licence: ODbL-1.0, attribution: © OpenStreetMap contributors, family: territory }
`;

async function built(id: string, speeds: string, csv: string) {
  await folder.write('road.osm.pbf', pbfBytes([map]));
  await folder.write(`${id}.csv`, csv);
  const path = await folder.write(`${id}.yaml`, recipe(id, speeds));
  const outDir = `${folder.path}/${id}`;
  const { report } = await buildTerritory(await readRecipe(path), { outDir });
  return { report: report.toJson(), territory: await loadTerritory(outDir) };
}

/** Lengths in meters of the edges for cars by their factor at an hour, from west to east. */
function factorsAt({ edges, nodes, speeds, weights }: Territory, hour: number): [meters: number, factor: number][] {
  const west = (edge: number) => {
    const [from, to] = [edges.fromNode[edge]!, edges.toNode[edge]!];
    return Math.min(nodes.lngMicrodegrees[from]!, nodes.lngMicrodegrees[to]!);
  };
  return Array.from({ length: edges.rows }, (_, edge) => edge)
    .filter((edge) => weights['car-normal']!.forwardMilliseconds[edge] !== 0xffffffff)
    .sort((a, b) => west(a) - west(b))
    .map((edge) => {
      const [there, back] = [speeds!.edges.forwardPattern[edge]!, speeds!.edges.backwardPattern[edge]!];
      expect(there).toBe(back);
      const factor = speeds!.factors.factor[24 * there + hour]!;
      return [Math.round(edges.lengthMillimeters[edge]! / 1000), Math.round(factor * 1e6) / 1e6];
    });
}

describe('speeds of a recipe', () => {
  it('by way: an edge for each change of speed, and a report of what is left out', async () => {
    const csv = `id,from_to,share
2,7-9,0.5
2,17,0.8
4,,0.9
99,7,0.5
2,8,0.4
2,25,0.5
4x,7,0.5
3,7,fast
3,7,0
5,7,0.5
,7,0.5
`;
    const columns = '{ way: id, hours: from_to, factor: share }';
    const { report, territory } = await built('ways', `{ file: ways.csv, columns: ${columns} }`, csv);
    const [one] = factorsAt(territory, 7)[0]!;
    expect(one).toBe(111);
    // Ways 1, 2, 3 and 4. Without speeds 1 to 3 are one edge.
    expect(factorsAt(territory, 7)).toEqual([
      [111, 1],
      [111, 0.5],
      [111, 1],
      [111, 0.9],
    ]);
    expect(factorsAt(territory, 9).map(([, factor]) => factor)).toEqual([1, 1, 1, 0.9]);
    expect(factorsAt(territory, 17).map(([, factor]) => factor)).toEqual([1, 0.8, 1, 0.9]);
    const subject = report.subjects.find(({ name }) => name === 'speeds by hour')!;
    expect(subject.kept).toBe(4);
    expect(Object.fromEntries(subject.drops.map(({ reason, references }) => [reason, references]))).toEqual({
      'no way of the map has this id': ['row 5 (99)', 'row 8 (4x)'],
      'an earlier row is about the same hour': ['row 6 (2)'],
      '"25" is no hour of the day from 0 to 23, nor hours such as 7-9': ['row 7 (2)'],
      'the factor is no number from 0.01 to 10': ['row 9 (3)', 'row 10 (3)'],
      'it names no road': ['row 12'],
    });
    expect(report.facts['share of the length of roads for cars with speeds by hour']).toBeCloseTo(0.5, 2);
    expect(report.facts['hours of the day with speeds']).toBe(24);
  });

  it('by class in km/h: shares of the normal speed, which ways of their own outweigh', async () => {
    const csv = 'way;class;kmh\n;primary;22,5\n2;;9\n;autobahn;100\n';
    const columns = '{ way: way, class: class, kmh: kmh }';
    const { report, territory } = await built(
      'classes',
      `{ file: classes.csv, decimal: ",", columns: ${columns} }`,
      csv,
    );
    // Nine tenths of 50 km/h are driven in normal traffic.
    expect(factorsAt(territory, 3).map(([, factor]) => factor)).toEqual([0.5, 0.2, 0.5, 1]);
    const subject = report.subjects.find(({ name }) => name === 'speeds by hour')!;
    expect(subject.drops).toMatchObject([
      { reason: 'no class of road has this name', references: ['row 4 (autobahn)'] },
    ]);
  });

  it('are absent where the recipe names none, and the road is one edge', async () => {
    const { territory } = await built('none', '', '');
    expect(territory.speeds).toBeNull();
    const { forwardMilliseconds } = territory.weights['car-normal']!;
    expect(forwardMilliseconds.filter((time) => time !== 0xffffffff)).toHaveLength(2);
  });

  it('are refused where no row is about the map, or the columns are none', async () => {
    const columns = '{ way: id, factor: share }';
    await expect(built('foreign', `{ file: foreign.csv, columns: ${columns} }`, 'id,share\n77,0.5\n')).rejects.toThrow(
      /foreign\.csv: none of its 1 rows is about a road of the map/,
    );
    await expect(built('other', `{ file: other.csv, columns: ${columns} }`, 'id,factor\n1,0.5\n')).rejects.toThrow(
      /has no column "share"/,
    );
    await expect(built('both', '{ file: both.csv, columns: { way: id } }', '')).rejects.toThrow(
      /line 8: map\.speeds\.columns: name factor or kmh/,
    );
  });
});
