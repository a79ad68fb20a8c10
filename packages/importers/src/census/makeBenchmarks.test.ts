import { multiPolygonAreaSquareKm } from '@hinterland/geo';
import { expect, it } from 'vitest';
import { Report } from '../report/report.ts';
import { benchmarkTopic } from './benchmarkTopic.ts';
import { makeBenchmarks } from './makeBenchmarks.ts';

const cell = (west: number, east: number) => [
  [
    [
      [west, 0],
      [east, 0],
      [east, 0.01],
      [west, 0.01],
      [west, 0],
    ],
  ],
];

it('counts of a cell that the border cuts only the part that is left', () => {
  const whole = multiPolygonAreaSquareKm(cell(0, 0.01));
  const polygons = [cell(0, 0.01), cell(0.01, 0.0125)];
  const units = polygons.map((polygon, i) => ({ code: `c${i}`, polygon, areaSquareKm: whole, nearestMeters: 300 }));
  const residents = Float64Array.of(100, 400);
  const benchmarks = makeBenchmarks([{ code: 'LI', name: 'Liechtenstein', kind: 'country', units: 'all' }], {
    units,
    tables: new Map(),
    boundaries: [],
    countries: ['LI'],
    residents,
    mapBox: undefined,
    isNear: true,
    ofRow: () => null,
    report: new Report('Test'),
  });
  const topic = {
    code: 'residents',
    entry: { note: '', vintage: '', comparability: 'full', missingFields: [], lists: [], distributions: [] },
    columns: new Map([['total', residents]]),
    flags: new Uint8Array(2),
  } as const;
  const { columns } = benchmarkTopic({ benchmarks } as never, topic as never, residents);
  // A quarter of the 400 people of the second cell.
  expect(columns.get('total')![0]).toBeCloseTo(200, 6);
});
