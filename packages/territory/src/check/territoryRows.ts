import { MODE_BIT, MODES, PROFILES } from '@hinterland/catalogue';
import { type Box, toMicrodegrees } from '@hinterland/geo';
import {
  AREA_COLUMNS,
  AREA_KINDS,
  type AreaColumn,
  HOURS_OF_DAY,
  NONE,
  POLE_KINDS,
  ROAD_CLASSES,
  SEARCH_NAME_KINDS,
  SPEED_TABLES,
} from '../format/tables.ts';
import type { Territory } from '../memory/territory.ts';
import { checkDerived } from './derivedRows.ts';
import type { Findings } from './findings.ts';
import { checkHierarchies } from './hierarchyRows.ts';
import type { Place } from './place.ts';

/** Step name and what it checks, in order; each reads whole columns. */
export const TERRITORY_STEPS: readonly [string, (territory: Territory, place: Place, findings: Findings) => void][] = [
  ['nodes', checkNodes],
  ['edges', checkEdges],
  ['joins', checkJoins],
  ['limits', checkLimits],
  ['texts', checkTexts],
  ['poles', checkPoles],
  ['addresses', checkAddresses],
  ['address search', checkAddressSearch],
  ['areas', checkAreas],
  ['area polygons', checkAreaPolygons],
  ['weights', checkWeights],
  ['speeds', checkSpeeds],
  ['snaps', checkSnaps],
  ['hierarchies', checkHierarchies],
  ['derived tables', checkDerived],
];

type Points = { readonly lngMicrodegrees: Int32Array; readonly latMicrodegrees: Int32Array };

function checkNodes({ nodes, shapes, manifest }: Territory, place: Place, findings: Findings): void {
  checkInBox('nodes', nodes, manifest.bbox, place, findings);
  // Lines between nodes may bulge over the box.
  checkInBox('shapes', shapes, { west: -180, south: -90, east: 180, north: 90 }, place, findings);
}

function checkInBox(table: string, points: Points, box: Box, place: Place, findings: Findings): void {
  findings.range(
    place(table, 'lngMicrodegrees'),
    points.lngMicrodegrees,
    toMicrodegrees(box.west),
    toMicrodegrees(box.east),
  );
  findings.range(
    place(table, 'latMicrodegrees'),
    points.latMicrodegrees,
    toMicrodegrees(box.south),
    toMicrodegrees(box.north),
  );
}

function checkEdges({ edges, nodes, shapes, texts }: Territory, place: Place, findings: Findings): void {
  const { fromNode, toNode, shapeStart } = edges;
  findings.references(place('edges', 'fromNode'), fromNode, 'nodes', nodes.rows);
  findings.references(place('edges', 'toNode'), toNode, 'nodes', nodes.rows);
  findings.references(place('edges', 'street'), edges.street, 'texts', texts.rows);
  findings.range(place('edges', 'roadClass'), edges.roadClass, 0, ROAD_CLASSES.length - 1);
  findings.range(place('edges', 'mainComponent'), edges.mainComponent, 0, 7);
  findings.rows(place('edges'), edges.rows, (row) => {
    if (row === 0) return null;
    const before = fromNode[row]! - fromNode[row - 1]! || toNode[row]! - toNode[row - 1]!;
    return before >= 0 ? null : 'edges are not in order of (fromNode, toNode)';
  });
  findings.rows(place('edges', 'shapeStart'), edges.rows, (row) => {
    const start = shapeStart[row]!;
    const previous = row === 0 ? 0 : shapeStart[row - 1]!;
    if (start < previous) return `${start} lies before ${previous}, where the edge before it starts`;
    return start <= shapes.rows ? null : `${start} lies behind the ${shapes.rows} points of shapes`;
  });
  if (edges.rows > 0 && shapeStart[0] !== 0) {
    findings.error(`${place('edges', 'shapeStart')}, row 0`, 'the first points of shapes belong to no edge.');
  }
}

function checkSpeeds({ speeds, descriptors }: Territory, place: Place, findings: Findings): void {
  if (speeds === null) {
    const tables = Object.keys(SPEED_TABLES);
    const found = tables.filter((table) => descriptors.territory?.files.some(({ name }) => name === `${table}.arrow`));
    if (found.length > 0) findings.error(place(found[0]!), `it stands alone: speeds are ${tables.join(' and ')}.`);
    return;
  }
  const { edges, factors } = speeds;
  const patterns = Math.floor(factors.rows / HOURS_OF_DAY);
  if (patterns === 0 || factors.rows !== patterns * HOURS_OF_DAY) {
    findings.error(place('speedFactors'), `it has ${factors.rows} rows, not ${HOURS_OF_DAY} for each pattern.`);
  }
  for (const column of ['forwardPattern', 'backwardPattern'] as const) {
    findings.references(place('edgeSpeeds', column), edges[column], 'the patterns of speedFactors', patterns);
  }
  findings.rows(place('speedFactors', 'factor'), factors.rows, (row) => {
    const factor = factors.factor[row]!;
    if (row < HOURS_OF_DAY && factor !== 1) return `${factor} stands in pattern 0, whose factors are 1`;
    return factor > 0 && Number.isFinite(factor) ? null : `${factor} is no share of a speed`;
  });
}

function checkJoins({ joins, edges }: Territory, place: Place, findings: Findings): void {
  if (joins === null) return;
  for (const column of ['privateTo', 'avoidedBy', 'apartFor'] as const) {
    findings.range(place('edgeJoins', column), joins[column], 0, 7);
  }
  findings.rows(place('edgeJoins', 'apartFor'), joins.rows, (row) => {
    const outside = joins.apartFor[row]! & ~edges.mainComponent[row]!;
    return outside === 0 ? null : 'the edge is apart for a mode that the main component of the edge leaves out';
  });
}

function checkLimits({ limits }: Territory, place: Place, findings: Findings): void {
  if (limits !== null) findings.range(place('nodeLimits', 'insideFor'), limits.insideFor, 0, 7);
}

function checkTexts({ texts }: Territory, place: Place, findings: Findings): void {
  if (texts.rows === 0 || texts.text.at(0) !== '') {
    findings.error(`${place('texts', 'text')}, row 0`, 'it must be the empty text.');
  }
}

function checkPoles({ poles, poleAreas, areas, manifest }: Territory, place: Place, findings: Findings): void {
  checkInBox('poles', poles, manifest.bbox, place, findings);
  findings.range(place('poles', 'kind'), poles.kind, 0, POLE_KINDS.length - 1);
  for (const column of AREA_COLUMNS) {
    const belongs = areaOfColumn(column);
    findings.rows(place('poleAreas', column), poleAreas.rows, (row) => {
      const area = poleAreas[column][row]!;
      if (area === -1) return null;
      if (!(area >= 0 && area < areas.rows)) return `${area} is not a row of areas, which has ${areas.rows}`;
      return belongs(areas.level[area]!, areas.kind[area]!) ? null : `area ${area} is not of this column's level`;
    });
  }
}

function areaOfColumn(column: AreaColumn): (level: number, kind: number) => boolean {
  if (column === 'postcode') return (_, kind) => AREA_KINDS[kind] === 'postcode';
  const wanted = column === 'country' ? 2 : Number(column.slice('level'.length));
  return (level) => level === wanted;
}

function checkAddresses({ addresses, poles, texts }: Territory, place: Place, findings: Findings): void {
  findings.references(place('addresses', 'pole'), addresses.pole, 'poles', poles.rows);
  for (const column of ['street', 'locality', 'region', 'postcode'] as const) {
    findings.references(place('addresses', column), addresses[column], 'texts', texts.rows);
  }
}

function checkAddressSearch({ search, addresses, texts, areas }: Territory, place: Place, findings: Findings): void {
  if (search === null) return;
  const { names, streets, words, postings, numbers, poles } = search;
  findings.range(place('searchNames', 'kind'), names.kind, 0, SEARCH_NAME_KINDS.length - 1);
  findings.rows(place('searchNames'), names.rows, (row) => {
    const kind = SEARCH_NAME_KINDS[names.kind[row]!];
    if (names.text[row]! >= (kind === 'area' ? areas.rows : texts.rows)) return `text ${names.text[row]} is not there`;
    if (kind === 'street' && names.first[row]! + names.count[row]! > streets.rows) return 'its streets are not there';
    const isBefore =
      row > 0 && names.kind[row - 1] === names.kind[row] && names.addresses[row - 1]! < names.addresses[row]!;
    return isBefore ? 'a name with fewer addresses stands before it' : null;
  });
  ascends(place('searchStreets', 'firstAddress'), streets.firstAddress, addresses.rows, findings);
  findings.references(place('searchStreets', 'middle'), streets.middle, 'addresses', addresses.rows);
  ascends(place('searchWords', 'firstPosting'), words.firstPosting, postings.rows, findings);
  findings.rows(place('searchWords', 'word'), words.rows, (row) => {
    const isInOrder =
      row === 0 || Buffer.compare(Buffer.from(words.word.at(row - 1)), Buffer.from(words.word.at(row))) < 0;
    return isInOrder ? null : 'words are not in the order of their bytes';
  });
  findings.references(place('searchPostings', 'name'), postings.name, 'searchNames', names.rows);
  findings.rows(place('searchNumbers', 'value'), numbers.rows, (row) => {
    const isFirst = row === 0 || addresses.street[row] !== addresses.street[row - 1];
    const isOther = isFirst || addresses.locality[row] !== addresses.locality[row - 1];
    if (isOther || addresses.region[row] !== addresses.region[row - 1]) return null;
    return numbers.value[row]! >= numbers.value[row - 1]! ? null : 'numbers of a street are not in order';
  });
  findings.references(place('searchPoles', 'address'), poles.address, 'addresses', addresses.rows);
  findings.rows(place('searchPoles', 'address'), poles.rows, (row) => {
    const isInOrder = row === 0 || addresses.pole[poles.address[row - 1]!]! <= addresses.pole[poles.address[row]!]!;
    return isInOrder ? null : 'addresses are not in the order of their poles';
  });
}

/** Starts of groups that follow each other: from 0 on, each with at least one row. */
function ascends(place: string, starts: Uint32Array, end: number, findings: Findings): void {
  findings.rows(place, starts.length, (row) => {
    const least = row === 0 ? 0 : starts[row - 1]! + 1;
    if (row === 0 && starts[0] !== 0) return 'the first rows belong to nothing';
    return starts[row]! >= least && starts[row]! < end ? null : `${starts[row]} is no start after the row before it`;
  });
}

function checkAreas({ areas }: Territory, place: Place, findings: Findings): void {
  findings.range(place('areas', 'kind'), areas.kind, 0, AREA_KINDS.length - 1);
  findings.range(place('areas', 'level'), areas.level, -1, 9);
  findings.range(place('areas', 'cut'), areas.cut, 0, 1);
  findings.range(place('areas', 'areaSquareKm'), areas.areaSquareKm, 0, 510_065_622);
  findings.rows(place('areas', 'parent'), areas.rows, (row) => {
    const parent = areas.parent[row]!;
    return parent >= -1 && parent < row ? null : `${parent} does not stand before row ${row}`;
  });
  findings.rows(place('areas'), areas.rows, (row) => {
    const inOrder = areas.west[row]! <= areas.east[row]! && areas.south[row]! <= areas.north[row]!;
    return inOrder ? null : 'the box is inside out';
  });
  const seen = new Set<string>();
  findings.rows(place('areas', 'code'), areas.rows, (row) => {
    const code = areas.code.at(row);
    if (code === '') return 'it is empty';
    const key = JSON.stringify([areas.country.at(row), areas.kind[row], code]);
    if (seen.has(key)) return `"${code}" stands twice in one country and kind`;
    seen.add(key);
    return null;
  });
}

function checkAreaPolygons(territory: Territory, place: Place, findings: Findings): void {
  const { areas } = territory;
  findings.rows(place('areas', 'polygonStartByte'), areas.rows, (row) => {
    try {
      const polygon = territory.areaPolygon(row);
      if (polygon === null) return null;
      const rings = polygon.flat();
      if (rings.length === 0) return 'its polygon has no ring';
      return rings.every(isClosedRing) ? null : 'its polygon has a ring that is not closed or not of numbers';
    } catch (error) {
      return (error as Error).message;
    }
  });
}

function isClosedRing(ring: unknown): boolean {
  if (!Array.isArray(ring) || ring.length < 4) return false;
  const isPoint = (point: unknown) => Array.isArray(point) && Number.isFinite(point[0]) && Number.isFinite(point[1]);
  const [first, last] = [ring[0], ring[ring.length - 1]];
  return ring.every(isPoint) && first[0] === last[0] && first[1] === last[1];
}

function checkWeights({ weights, edges }: Territory, place: Place, findings: Findings): void {
  for (const profile of PROFILES) {
    const table = weights[profile];
    if (table === undefined) continue;
    const bit = MODE_BIT[MODES.find((mode) => profile.startsWith(`${mode}-`))!];
    findings.rows(place(`weights-${profile}`), table.rows, (row) => {
      const usable = table.forwardMilliseconds[row] !== NONE || table.backwardMilliseconds[row] !== NONE;
      if (usable || (edges.mainComponent[row]! & bit) === 0) return null;
      return 'the edge is in the main component of the mode and may not be used either way';
    });
  }
}

function checkSnaps({ snaps, edges, poles }: Territory, place: Place, findings: Findings): void {
  for (const mode of MODES) {
    const table = snaps[mode];
    if (table === undefined) continue;
    const name = `snaps-${mode}`;
    const { pole, edge, positionMillimeters } = table;
    findings.references(place(name, 'pole'), pole, 'poles', poles.rows);
    findings.references(place(name, 'edge'), edge, 'edges', edges.rows);
    findings.rows(place(name, 'positionMillimeters'), table.rows, (row) => {
      const length = edges.lengthMillimeters[edge[row]!] ?? Infinity;
      const position = positionMillimeters[row]!;
      return position <= length ? null : `${position} lies behind the end of its edge of ${length} mm`;
    });
    findings.rows(place(name), table.rows, (row) => {
      if (row === 0) return null;
      const order =
        edge[row]! - edge[row - 1]! ||
        positionMillimeters[row]! - positionMillimeters[row - 1]! ||
        pole[row]! - pole[row - 1]!;
      return order > 0 ? null : 'rows are not in order of (edge, positionMillimeters, pole)';
    });
    findings.rows(place(name, 'edge'), table.rows, (row) => {
      const component = edges.mainComponent[edge[row]!];
      return component === undefined || (component & MODE_BIT[mode]) !== 0
        ? null
        : `edge ${edge[row]} is not in the main component of the mode`;
    });
    const seen = new Uint8Array(poles.rows);
    findings.rows(place(name, 'pole'), table.rows, (row) => {
      const twice = seen[pole[row]!] === 1;
      seen[pole[row]!] = 1;
      return twice ? `pole ${pole[row]} is fastened twice` : null;
    });
  }
}
