import { connectedComponents, hilbertOrder, mostFrequent, SeededRandom } from '@hinterland/geo';
import { inMemoryTerritory, type Territory } from '@hinterland/territory';

export interface CountryOptions {
  readonly seed: number;
  /** Side of the square country in steps of 100 m, a power of two as its exponent: 12 for 410 km. */
  readonly sideExponent: number;
  /** Towns per 1,000 km². */
  readonly towns: number;
  /** At most this many poles per road, on average; short roads have fewer. */
  readonly polesPerRoad: number;
}

const STEP_METERS = 100;
const DEGREES_PER_STEP = STEP_METERS / 111_195;
const RESIDENTS_PER_UNIT = 250;
const POLES_PER_UNIT = 100;
/** Side of a postcode in steps. */
const POSTCODE_STEPS = 64;
const OTHER_ROAD = 10;

/**
 * A country of straight roads: squares split into four again and again, deeper in towns, with roads along all sides of
 * squares, fast between large ones and slow between small ones, every sixth small one missing, times that differ by
 * sense. A grid is the hardest network for separators: real countries have narrower places. Same seed, same country.
 * Near the equator, so that a step is equally long both ways.
 */
export function generatedCountry(options: CountryOptions): Territory {
  const random = new SeededRandom(options.seed);
  const side = 2 ** options.sideExponent;
  const { x, y, tails, heads, steps, levels } = drawRoads(random, side, options.towns);

  const order = hilbertOrder(x, y);
  const rowOf = new Uint32Array(order.length);
  order.forEach((node, row) => {
    rowOf[node] = row;
  });
  const isMain = largestPart(x.length, tails, heads);
  const edgeOrder = Uint32Array.from(tails, (_, i) => i).sort((a, b) => from(a) - from(b) || to(a) - to(b));
  function from(edge: number): number {
    return Math.min(rowOf[tails[edge]!]!, rowOf[heads[edge]!]!);
  }
  function to(edge: number): number {
    return Math.max(rowOf[tails[edge]!]!, rowOf[heads[edge]!]!);
  }
  const lengthMillimeters = edgeOrder.map((edge) => steps[edge]! * STEP_METERS * 1000);
  const timeOf = (edge: number) => {
    const speedKph =
      (levels[edge]! >= 8 ? 105 : levels[edge]! >= 6 ? 75 : levels[edge]! >= 3 ? 50 : 28) * random.between(0.85, 1.15);
    return Math.round((steps[edge]! * STEP_METERS * 3600) / speedKph);
  };
  const weights = {
    forwardMilliseconds: edgeOrder.map(timeOf),
    backwardMilliseconds: edgeOrder.map(timeOf),
  };
  const mainComponent = Uint8Array.from(edgeOrder, (edge) => (isMain[tails[edge]!] === 1 ? 1 : 0));
  const microdegrees = (values: Int32Array) =>
    Int32Array.from(order, (node) => Math.round(values[node]! * DEGREES_PER_STEP * 1e6));
  const nodes = { lngMicrodegrees: microdegrees(x), latMicrodegrees: microdegrees(y) };
  const edges = {
    fromNode: edgeOrder.map(from),
    toNode: edgeOrder.map(to),
    lengthMillimeters,
    shapeStart: new Uint32Array(edgeOrder.length),
    roadClass: new Uint8Array(edgeOrder.length).fill(OTHER_ROAD),
    mainComponent,
    street: new Uint32Array(edgeOrder.length),
  };
  const poles = drawPoles(random, nodes, edges, options.polesPerRoad);
  return inMemoryTerritory({
    manifest: { name: `Generated, ${x.length.toLocaleString('en-US')} nodes` },
    nodes,
    edges,
    weights: { 'car-normal': weights },
    ...poles,
  });
}

function drawRoads(random: SeededRandom, side: number, townsPerThousandKm: number) {
  const thousandsOfKm = (side * side * STEP_METERS * STEP_METERS) / 1e9;
  const towns = Array.from({ length: Math.round(townsPerThousandKm * thousandsOfKm) }, () => ({
    x: random.between(0, side),
    y: random.between(0, side),
    // Few large ones: most towns are a kilometer wide, the largest twelve.
    radius: 5 + 60 * random.next() ** 6,
  }));
  const cell = 128;
  const cellsAcross = Math.ceil(side / cell);
  const nearby = Array.from({ length: cellsAcross * cellsAcross }, (): typeof towns => []);
  for (const town of towns) {
    const reach = Math.ceil((3 * town.radius) / cell);
    const [column, row] = [Math.floor(town.x / cell), Math.floor(town.y / cell)];
    for (let r = Math.max(0, row - reach); r <= Math.min(cellsAcross - 1, row + reach); r++) {
      for (let c = Math.max(0, column - reach); c <= Math.min(cellsAcross - 1, column + reach); c++) {
        nearby[r * cellsAcross + c]!.push(town);
      }
    }
  }
  const density = (x: number, y: number) => {
    let most = 0;
    for (const town of nearby[Math.floor(y / cell) * cellsAcross + Math.floor(x / cell)]!) {
      const distance = Math.hypot(x - town.x, y - town.y) / town.radius;
      if (distance < 3) most = Math.max(most, Math.exp((-distance * distance) / 2));
    }
    return most;
  };

  const nodeAt = new Int32Array((side + 1) * (side + 1)).fill(-1);
  const x: number[] = [];
  const y: number[] = [];
  const put = (px: number, py: number) => {
    const at = py * (side + 1) + px;
    if (nodeAt[at]! >= 0) return;
    nodeAt[at] = x.length;
    x.push(px);
    y.push(py);
  };
  const squares: number[] = [];
  const open = [0, 0, side];
  while (open.length > 0) {
    const size = open.pop()!;
    const top = open.pop()!;
    const left = open.pop()!;
    const half = size / 2;
    const chance = size > 64 ? 1 : size > 1 ? 0.34 + density(left + half, top + half) : 0;
    if (random.next() < chance) {
      for (const [dx, dy] of [
        [0, 0],
        [half, 0],
        [0, half],
        [half, half],
      ])
        open.push(left + dx!, top + dy!, half);
    } else {
      squares.push(left, top, size);
      for (const [dx, dy] of [
        [0, 0],
        [size, 0],
        [0, size],
        [size, size],
      ])
        put(left + dx!, top + dy!);
    }
  }

  const tails: number[] = [];
  const heads: number[] = [];
  const steps: number[] = [];
  const levels: number[] = [];
  const isDrawn = { right: new Uint8Array(nodeAt.length), down: new Uint8Array(nodeAt.length) };
  const drawSide = (left: number, top: number, size: number, dx: 0 | 1, dy: 0 | 1) => {
    let startStep = 0;
    for (let step = 1; step <= size; step++) {
      const at = (top + dy * step) * (side + 1) + left + dx * step;
      if (nodeAt[at]! < 0) continue;
      const startAt = (top + dy * startStep) * (side + 1) + left + dx * startStep;
      const length = step - startStep;
      startStep = step;
      const drawn = dx === 1 ? isDrawn.right : isDrawn.down;
      if (drawn[startAt] === 1) continue;
      drawn[startAt] = 1;
      // The larger the squares that a line borders, the more important its road.
      const line = dx === 1 ? top : left;
      const level = line === 0 ? 12 : Math.log2(line & -line);
      if (level < 4 && random.next() < 1 / 6) continue;
      tails.push(nodeAt[startAt]!);
      heads.push(nodeAt[at]!);
      steps.push(length);
      levels.push(level);
    }
  };
  for (let i = 0; i < squares.length; i += 3) {
    const [left, top, size] = [squares[i]!, squares[i + 1]!, squares[i + 2]!];
    drawSide(left, top, size, 1, 0);
    drawSide(left, top + size, size, 1, 0);
    drawSide(left, top, size, 0, 1);
    drawSide(left + size, top, size, 0, 1);
  }
  return {
    x: Int32Array.from(x),
    y: Int32Array.from(y),
    tails: Uint32Array.from(tails),
    heads: Uint32Array.from(heads),
    steps: Uint32Array.from(steps),
    levels: Uint8Array.from(levels),
  };
}

/** 1 for nodes of the largest connected part; all roads go both ways, so that it is strongly connected. */
function largestPart(nodes: number, tails: Uint32Array, heads: Uint32Array): Uint8Array {
  const part = connectedComponents(
    nodes,
    Array.from(tails, (tail, edge) => [tail, heads[edge]!] as const),
  );
  const largest = mostFrequent(part);
  return Uint8Array.from(part, (number) => (number === largest ? 1 : 0));
}

/** Poles along all roads of the main component, one unit per hundred of them, one postcode per square of land. */
function drawPoles(
  random: SeededRandom,
  nodes: { readonly lngMicrodegrees: Int32Array; readonly latMicrodegrees: Int32Array },
  edges: {
    readonly fromNode: Uint32Array;
    readonly toNode: Uint32Array;
    readonly lengthMillimeters: Uint32Array;
    readonly mainComponent: Uint8Array;
  },
  polesPerRoad: number,
) {
  const share = polesPerRoad % 1;
  const mostPoles = () => Math.floor(polesPerRoad) + (share > 0 && random.next() < share ? 1 : 0);
  const counts = Uint8Array.from(edges.lengthMillimeters, (length, edge) =>
    edges.mainComponent[edge] === 1
      ? Math.min(mostPoles(), Math.round((length / 20_000) * random.between(0.5, 1.5)))
      : 0,
  );
  const rows = counts.reduce((sum, count) => sum + count, 0);
  const lngMicrodegrees = new Int32Array(rows);
  const latMicrodegrees = new Int32Array(rows);
  const edge = new Uint32Array(rows);
  const positionMillimeters = new Uint32Array(rows);
  const postcode = new Int32Array(rows);
  const postcodes = new Map<string, number>();
  let row = 0;
  counts.forEach((count, e) => {
    const [a, b] = [edges.fromNode[e]!, edges.toNode[e]!];
    for (let i = 0; i < count; i++, row++) {
      const share = (i + 0.5) / count;
      const between = (values: Int32Array) => Math.round(values[a]! + share * (values[b]! - values[a]!));
      lngMicrodegrees[row] = between(nodes.lngMicrodegrees);
      latMicrodegrees[row] = between(nodes.latMicrodegrees);
      edge[row] = e;
      positionMillimeters[row] = Math.floor(share * edges.lengthMillimeters[e]!);
      const across = DEGREES_PER_STEP * POSTCODE_STEPS * 1e6;
      const code = `${Math.floor(lngMicrodegrees[row]! / across)}-${Math.floor(latMicrodegrees[row]! / across)}`;
      if (!postcodes.has(code)) postcodes.set(code, postcodes.size);
      postcode[row] = postcodes.get(code)!;
    }
  });
  const units = Math.ceil(rows / POLES_PER_UNIT);
  const codes = [...postcodes.keys()];
  const zeros = codes.map(() => 0);
  return {
    poles: {
      lngMicrodegrees,
      latMicrodegrees,
      dwellings: new Uint16Array(rows).fill(1),
      kind: new Uint8Array(rows),
    },
    poleAreas: { postcode },
    areas: {
      code: codes,
      name: codes,
      country: codes.map(() => 'XX'),
      kind: codes.map(() => 5),
      level: codes.map(() => -1),
      localType: codes.map(() => 'postcode'),
      parent: codes.map(() => -1),
      areaSquareKm: zeros,
      west: zeros,
      south: zeros,
      east: zeros,
      north: zeros,
      cut: zeros,
    },
    snaps: {
      car: {
        pole: Uint32Array.from(edge, (_, pole) => pole),
        edge,
        positionMillimeters,
        accessMillimeters: Uint32Array.from(edge, () => 3000 + random.int(25_000)),
      },
    },
    sociodemo: {
      units: {
        code: Array.from({ length: units }, (_, unit) => `u${unit}`),
        areaSquareKm: new Float64Array(units),
        insideShare: new Float64Array(units).fill(1),
        synthetic: new Uint8Array(units),
      },
      poleUnits: {
        unit: Uint32Array.from(edge, (_, pole) => Math.floor(pole / POLES_PER_UNIT)),
        share: Float64Array.from(
          edge,
          (_, pole) => 1 / Math.min(POLES_PER_UNIT, rows - POLES_PER_UNIT * Math.floor(pole / POLES_PER_UNIT)),
        ),
      },
      topics: {
        residents: {
          columns: {
            total: Float64Array.from({ length: units }, () =>
              Math.round(RESIDENTS_PER_UNIT * random.between(0.5, 1.5)),
            ),
          },
        },
      },
    },
  };
}
