import { SeededRandom } from '@hinterland/geo';
import { describe, expect, it } from 'vitest';
import type { Rows } from './rows.ts';
import { ScalarRows } from './scalarRows.ts';
import { areWasmRowsSupported, WasmRows } from './wasmRows.ts';

/** As in `rangeRaptor.ts`: a departure does not reach a stop. */
const NEVER = 0x3fffffff;

describe('WASM rows', () => {
  it('run here', () => expect(areWasmRowsSupported()).toBe(true));

  it('do what the plain ones do, for any number of departures, places of several questions in turn', () => {
    const random = new SeededRandom(315);
    const questions = [1, 2, 3, 4, 5, 60, 119, 120, 180].map((departures) => {
      const rows = 1 + random.int(40);
      const time = () => (random.next() < 0.1 ? NEVER : random.int(3_600_000));
      const given = { departures, times: Int32Array.from({ length: rows * departures }, time) };
      return { departures, rows, ways: [new WasmRows(given), new ScalarRows(given)] as const satisfies Rows[] };
    });
    for (let place = 0; place < 200; place++) {
      const { departures, rows, ways } = random.pick(questions);
      const walk = random.int(4_000_000);
      const offers = Array.from({ length: random.int(6) }, () => [random.int(rows), random.int(900_000)] as const);
      const rank = 1 + random.int(departures);
      const [wasm, scalar] = ways.map((way) => {
        way.start(walk);
        const most = offers.map(([row, more]) => way.offer(row, more));
        const least = way.least();
        const longest = most.at(-1) ?? walk;
        return { most, least, ranked: [1, rank, departures].map((of) => way.ranked(of, least, longest)) };
      });
      expect(wasm).toEqual(scalar);
      expect(wasm!.ranked[0]).toBe(wasm!.least);
    }
  });
});
