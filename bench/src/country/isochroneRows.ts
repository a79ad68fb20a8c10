import { resultBytes } from '@hinterland/actions/action';
import { type Catchment, catchment } from '@hinterland/engine/catchment';
import { edgeCosts, profileOf, searchGraph } from '@hinterland/engine/graph';
import { type Isochrone, isochrones } from '@hinterland/engine/isochrone';
import type { LatLng } from '@hinterland/engine/query';
import { bucketSearch, originSeeds, SearchWorkspace } from '@hinterland/engine/search';
import { snapOrigins } from '@hinterland/engine/snap';
import type { Territory } from '@hinterland/territory';
import { percentile } from '../percentile.ts';
import { type Times, timed } from '../timed.ts';
import { heapSearch, UNKNOWN } from './heapSearch.ts';
import type { Valhalla } from './valhalla.ts';

export const ROUNDS = 3;

/** Milliseconds over all origins, of each the median of its rounds. */
export interface Spread {
  readonly p50: number;
  readonly p95: number;
  readonly cpu50: number;
}
export interface IsochroneRow {
  readonly minutes: readonly number[];
  readonly own: Spread;
  /** Of these, the time without the drawing of polygons. */
  readonly catchment: Spread;
  readonly peer: Spread | null;
  readonly recall: number;
  readonly precision: number;
  readonly areaSquareKm: number;
  readonly residents: number;
  readonly points: number;
  /** Nodes within the last limit. */
  readonly settled: number;
}

/** What is compared: residents by band and polygons as JSON in UTF-8, as a caller gets them. */
export function answer(
  territory: Territory,
  place: LatLng,
  minutes: readonly number[],
  onCatchment: () => void = () => {},
) {
  const of = catchment(territory, {
    origins: [place],
    measure: 'time',
    mode: 'car',
    traffic: 'normal',
    limits: minutes.map((time) => 60 * time),
    direction: 'outbound',
  });
  onCatchment();
  const drawn = isochrones(of);
  const text = resultBytes(
    drawn.map(({ polygon }, band) => ({
      type: 'Feature',
      properties: { residents: of.bands[band]!.cumulative.residents },
      geometry: polygon,
    })),
  );
  return { of, drawn, text };
}

export async function isochroneRow(
  territory: Territory,
  places: readonly LatLng[],
  minutes: readonly number[],
  valhalla: Valhalla | null,
  check: (of: Catchment, isochrone: Isochrone) => void,
): Promise<IsochroneRow> {
  const own = places.map(() => [] as Times[]);
  const without = places.map(() => [] as Times[]);
  const peer = places.map(() => [] as Times[]);
  const figures: {
    recall: number;
    precision: number;
    area: number;
    residents: number;
    points: number;
    settled: number;
  }[] = [];
  // One round more, before the measured ones.
  for (let round = -1; round < ROUNDS; round++) {
    for (const [i, place] of places.entries()) {
      if (valhalla !== null) {
        const found = await valhalla.isochrone(place, minutes);
        if (round >= 0) peer[i]!.push(found);
      }
      const started = performance.now();
      const cpu = process.cpuUsage();
      let half: Times = { wall: 0, cpu: 0 };
      const { result, ...times } = await timed(() =>
        answer(territory, place, minutes, () => {
          const used = process.cpuUsage(cpu);
          half = { wall: performance.now() - started, cpu: (used.user + used.system) / 1000 };
        }),
      );
      if (round < 0) continue;
      own[i]!.push(times);
      without[i]!.push(half);
      if (round > 0) continue;
      const last = result.drawn.at(-1)!;
      check(result.of, last);
      figures.push({
        recall: last.shape.recall ?? 1,
        precision: last.shape.precision ?? 1,
        area: last.areaSquareKm,
        residents: result.of.bands.at(-1)!.cumulative.residents ?? 0,
        points: last.polygon.coordinates.flat(2).length,
        settled: result.of.field.nodes.length,
      });
    }
  }
  const middle = (of: (one: (typeof figures)[number]) => number) => percentile(figures.map(of), 0.5);
  return {
    minutes,
    own: spread(own),
    catchment: spread(without),
    peer: valhalla === null ? null : spread(peer),
    recall: Math.min(...figures.map(({ recall }) => recall)),
    precision: middle(({ precision }) => precision),
    areaSquareKm: middle(({ area }) => area),
    residents: middle(({ residents }) => residents),
    points: middle(({ points }) => points),
    settled: middle(({ settled }) => settled),
  };
}

export interface SearchRow {
  readonly minutes: number;
  readonly settled: number;
  readonly own: Spread;
  readonly heap: Spread;
}

/** The search alone, and its plain twin on the same arcs, which must settle the same nodes. */
export async function searchRow(territory: Territory, places: readonly LatLng[], minutes: number): Promise<SearchRow> {
  const costs = edgeCosts(territory, 'time', 'car', profileOf(territory, 'car', 'normal'), 'outbound');
  const graph = searchGraph(territory, costs);
  const workspace = new SearchWorkspace(graph.nodes);
  const heapCosts = new Int32Array(graph.nodes).fill(UNKNOWN);
  const own = places.map(() => [] as Times[]);
  const heap = places.map(() => [] as Times[]);
  const settled: number[] = [];
  for (let round = -1; round < ROUNDS; round++) {
    for (const [i, place] of places.entries()) {
      const seeds = originSeeds(territory, costs, snapOrigins(territory, 'car', [place]));
      const plain = await timed(() => heapSearch(graph, seeds, minutes * 60_000, heapCosts));
      const fast = await timed(() => {
        workspace.clear();
        bucketSearch(graph, seeds, minutes * 60_000, workspace);
        return workspace.reachedCount;
      });
      if (plain.result !== fast.result) throw new Error('The two searches settle different nodes.');
      if (round < 0) continue;
      heap[i]!.push(plain);
      own[i]!.push(fast);
      if (round === 0) settled.push(fast.result);
    }
  }
  return { minutes, settled: percentile(settled, 0.5), own: spread(own), heap: spread(heap) };
}

function spread(rounds: readonly (readonly Times[])[]): Spread {
  const medians = (of: (times: Times) => number) => rounds.map((times) => percentile(times.map(of), 0.5));
  const walls = medians(({ wall }) => wall);
  const cpus = medians(({ cpu }) => cpu);
  return { p50: percentile(walls, 0.5), p95: percentile(walls, 0.95), cpu50: percentile(cpus, 0.5) };
}
