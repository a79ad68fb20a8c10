import { type Box, boxContains, expandBoxMeters, NearPlaces, toMicrodegrees } from '@hinterland/geo';
import { NONE } from '@hinterland/territory';
import type { UnitMap } from '../census/unitMap.ts';
import type { PoleSource } from '../inputs/poles.ts';
import type { TerritoryInputs } from '../inputs/territory.ts';
import { addAddressPoles } from './addressPoles.ts';
import { AddressRows } from './addressRows.ts';
import { PoleDraft } from './draft.ts';
import { type MergedAddresses, mergeAddresses } from './mergeAddresses.ts';
import { POLE_PARAMETERS } from './parameters.ts';
import { referenceText } from './references.ts';
import { eachStreetPoint } from './streetPoints.ts';

export interface MadePoles {
  /** Address poles first, then buildings, streets and synthetic ones. */
  readonly draft: PoleDraft;
  readonly rows: AddressRows;
  readonly merged: MergedAddresses;
  /** Row = census unit, value = share of it that lies in the map. Empty without a census. */
  readonly insideShare: Float64Array;
  /** Row = census unit, 1 where it got a synthetic pole. */
  readonly synthetic: Uint8Array;
}

type Inputs = Pick<TerritoryInputs, 'poleSources' | 'mapBox' | 'osm' | 'report'>;

/**
 * Makes poles of all sources. Addresses count everywhere. Buildings are used in census units whose addresses hold fewer
 * dwellings than POLE_PARAMETERS expects of their residents, points along streets in units where that is still so and
 * along those residential streets that have no pole near, and a synthetic pole stands in a unit with residents where
 * there is nothing at all. Without a census the whole map is one
 * unit, and its buildings say how many addresses to expect.
 */
export async function makePoles(inputs: Inputs, units: UnitMap | null): Promise<MadePoles> {
  const { rows, outsideDwellings } = await readAddresses(inputs, units);
  const merged = mergeAddresses(rows);
  const draft = new PoleDraft((lng, lat) => units?.locate(lng, lat) ?? WHOLE_MAP);
  addAddressPoles(rows, merged, draft);
  reportAddresses(inputs, rows, merged);

  const insideShare = insideShares(units, draft, outsideDwellings);
  const need = new Need(units, insideShare, draft);
  const sparse = need.unitsBelow(POLE_PARAMETERS.leastAddressDwellingsPerHousehold);
  await addBuildings(inputs, units, draft, need, sparse, rows, merged);
  addStreetPoints(inputs, units, draft, need, sparse);
  const synthetic = addSyntheticPoles(inputs, units, insideShare, draft, need);
  return { draft, rows, merged, insideShare, synthetic };
}

/** Without a census, the one unit that every pole belongs to while poles are made. */
const WHOLE_MAP = 0;

type SourceOf<K extends PoleSource['kind']> = Extract<PoleSource, { kind: K }>;

function sourcesOf<K extends PoleSource['kind']>(inputs: Inputs, kind: K): SourceOf<K>[] {
  return inputs.poleSources.filter((source): source is SourceOf<K> => source.kind === kind);
}

const addressSubject = (source: SourceOf<'address'>) => source.name ?? 'addresses';

async function readAddresses(inputs: Inputs, units: UnitMap | null) {
  const rows = new AddressRows();
  /** Row = census unit: dwellings at addresses outside the map, of sources that reach beyond it. */
  const outsideDwellings = new Float64Array(units?.count ?? 0);
  const { mapBox } = inputs;
  const edge = mapBox === undefined ? undefined : expandBoxMeters(mapBox, POLE_PARAMETERS.edgeToleranceMeters);
  for (const [number, source] of sourcesOf(inputs, 'address').entries()) {
    const counter = inputs.report.subject(addressSubject(source));
    await source.each((address) => {
      const { lng, lat } = address;
      if (!(Math.abs(lng) <= 180 && Math.abs(lat) <= 90))
        counter.dropped('no place on Earth', referenceText(address.ref));
      else if (source.beyondMap === true && mapBox !== undefined && !boxContains(mapBox, lng, lat)) {
        const unit = units?.locate(lng, lat) ?? -1;
        if (unit >= 0) outsideDwellings[unit]! += address.dwellings;
        counter.dropped('outside the map', referenceText(address.ref));
      } else if (edge !== undefined && !boxContains(edge, lng, lat))
        counter.dropped('outside the map', referenceText(address.ref));
      else rows.add(address, number);
    });
  }
  return { rows, outsideDwellings };
}

function reportAddresses(inputs: Inputs, rows: AddressRows, { sameAs }: MergedAddresses): void {
  const counters = sourcesOf(inputs, 'address').map((source) => inputs.report.subject(addressSubject(source)));
  for (let row = 0; row < rows.count; row++) {
    const counter = counters[rows.source(row)]!;
    counter.kept();
    if (sameAs[row] !== row) counter.changed('the same address as another; they are one', rows.reference(row));
  }
}

function insideShares(units: UnitMap | null, draft: PoleDraft, outsideDwellings: Float64Array): Float64Array {
  if (units === null) return new Float64Array(0);
  const inside = new Float64Array(units.count);
  for (let pole = 0; pole < draft.count; pole++) {
    const unit = draft.unit(pole);
    if (unit >= 0) inside[unit]! += draft.dwellings(pole);
  }
  return units.areaShare.map((areaShare, unit) => {
    const isCut = areaShare > 0 && areaShare < 1;
    return isCut && outsideDwellings[unit]! > 0 ? inside[unit]! / (inside[unit]! + outsideDwellings[unit]!) : areaShare;
  });
}

/** Which census units need more poles than they have. Unit 0 is the whole map where there is no census. */
class Need {
  /** Dwellings that a unit's residents let one expect; NaN where that is not known. */
  readonly #expected: Float64Array;
  readonly dwellings: Float64Array;
  readonly poles: Uint32Array;

  constructor(units: UnitMap | null, insideShare: Float64Array, draft: PoleDraft) {
    const count = units?.count ?? 1;
    this.dwellings = new Float64Array(count);
    this.poles = new Uint32Array(count);
    this.#expected = Float64Array.from({ length: count }, (_, unit) =>
      units === null ? Number.NaN : (units.residents[unit]! * insideShare[unit]!) / POLE_PARAMETERS.personsPerHousehold,
    );
    for (let pole = 0; pole < draft.count; pole++) this.count(draft, pole);
  }

  /** Counts a new pole. */
  count(draft: PoleDraft, pole: number): void {
    const unit = draft.unit(pole);
    if (unit < 0) return;
    this.dwellings[unit]! += draft.dwellings(pole);
    this.poles[unit]!++;
  }

  /** Expected households that no dwelling accounts for; NaN where the number is not known. */
  missing(unit: number): number {
    return this.#expected[unit]! - this.dwellings[unit]!;
  }

  /** Units with residents in the map that have fewer dwellings than `share` of those expected. */
  unitsBelow(share: number): Set<number> {
    const below = new Set<number>();
    this.#expected.forEach((expected, unit) => {
      const isInhabited = expected * POLE_PARAMETERS.personsPerHousehold >= POLE_PARAMETERS.leastResidentsInside;
      if (isInhabited && this.dwellings[unit]! < share * expected) below.add(unit);
    });
    return below;
  }
}

async function addBuildings(
  inputs: Inputs,
  units: UnitMap | null,
  draft: PoleDraft,
  need: Need,
  sparse: ReadonlySet<number>,
  rows: AddressRows,
  merged: MergedAddresses,
): Promise<void> {
  const sources = sourcesOf(inputs, 'building');
  if (sources.length === 0) return;
  const addressPoles = draft.count;
  const near = nearPoles(draft);
  const poleOfReference = new Map<string, number>();
  for (let row = 0; row < rows.count; row++) poleOfReference.set(rows.reference(row), merged.poleOf[row]!);
  const isInMap = mapTest(inputs.mapBox);

  for (const source of sources) {
    const counter = inputs.report.subject(source.name ?? 'buildings');
    const buildings: { lng: number; lat: number; dwellings: number; ref: string }[] = [];
    await source.each((building) => {
      if (!(building.dwellings > 0)) counter.dropped('nobody lives there', building.ref);
      else if (!isInMap(building.lng, building.lat)) counter.dropped('outside the map', building.ref);
      else buildings.push(building);
    });
    const needing =
      units !== null
        ? sparse
        : new Set(addressPoles < POLE_PARAMETERS.leastAddressesPerBuilding * buildings.length ? [0] : []);
    for (const { lng, lat, dwellings, ref } of buildings) {
      if (!needing.has(units?.locate(lng, lat) ?? WHOLE_MAP)) {
        counter.dropped('not needed: its census unit has addresses or no residents', ref);
        continue;
      }
      const atAddress = poleOfReference.get(ref) ?? near.nearest(lng, lat, POLE_PARAMETERS.buildingMatchMeters);
      if (atAddress >= 0) {
        const before = draft.dwellings(atAddress);
        draft.raiseDwellings(atAddress, dwellings);
        const unit = draft.unit(atAddress);
        if (unit >= 0) need.dwellings[unit]! += draft.dwellings(atAddress) - before;
        counter.dropped('an address stands for it and took its dwellings', ref);
        continue;
      }
      need.count(draft, draft.add(toMicrodegrees(lng), toMicrodegrees(lat), dwellings, 'building'));
      counter.kept();
    }
    reportUnits(inputs, needing, units, need, 'too few addresses: its buildings were used');
  }
}

function addStreetPoints(
  inputs: Inputs,
  units: UnitMap | null,
  draft: PoleDraft,
  need: Need,
  sparse: ReadonlySet<number>,
): void {
  const isInMap = mapTest(inputs.mapBox);
  for (const { spacingMeters } of sourcesOf(inputs, 'street')) {
    const below = need.unitsBelow(POLE_PARAMETERS.leastDwellingsPerHousehold);
    const wanted = units !== null ? sparse : new Set(draft.count === 0 ? [WHOLE_MAP] : []);
    if (wanted.size === 0) continue;
    const counter = inputs.report.subject('points along streets');
    const near = nearPoles(draft);
    const places = new Map<number, [lng: number, lat: number][]>();
    eachStreetPoint(inputs.osm, spacingMeters, (lng, lat, isResidential, ref) => {
      const unit = units?.locate(lng, lat) ?? WHOLE_MAP;
      const isNeeding = units === null || below.has(unit);
      if (!wanted.has(unit) || !(isNeeding || isResidential) || !isInMap(lng, lat)) return;
      const clear = isNeeding ? POLE_PARAMETERS.streetPointClearMeters : POLE_PARAMETERS.unmappedStreetMeters;
      if (near.nearest(lng, lat, clear) >= 0) {
        counter.dropped('near another pole', ref);
        return;
      }
      const ofUnit = places.get(unit);
      if (ofUnit === undefined) places.set(unit, [[lng, lat]]);
      else ofUnit.push([lng, lat]);
    });
    reportBuildings(inputs, units, draft, places);
    for (const [unit, points] of places) {
      const most = spacingMeters * POLE_PARAMETERS.mostDwellingsPerStreetMeter;
      const dwellings = units === null ? 1 : Math.max(1, Math.min(most, need.missing(unit) / points.length));
      for (const [lng, lat] of points) {
        need.count(draft, draft.add(toMicrodegrees(lng), toMicrodegrees(lat), dwellings, 'street'));
      }
      counter.kept(points.length);
    }
    reportUnits(
      inputs,
      new Set(places.keys()),
      units,
      need,
      'no houses are mapped at some of its streets: points along them were used',
    );
  }
}

/** A unit with this many buildings, and hardly any dwelling but points along streets, has people in the wrong places. */
const MANY_BUILDINGS = 20;

/** Reports units whose people fall on points along streets although buildings stand in them. */
function reportBuildings(
  { osm, report }: Inputs,
  units: UnitMap | null,
  draft: PoleDraft,
  places: ReadonlyMap<number, readonly unknown[]>,
): void {
  if (units === null || places.size === 0) return;
  const poles = new Uint32Array(units.count);
  for (let pole = 0; pole < draft.count; pole++) if (draft.unit(pole) >= 0) poles[draft.unit(pole)]!++;
  const buildings = new Uint32Array(units.count);
  for (let way = 0; way < osm.ways.ids.length; way++) {
    const node = osm.wayNodes(way)[0];
    if (node === undefined || node === NONE || (osm.tag('way', way, 'building') ?? 'no') === 'no') continue;
    const unit = units.locate(osm.lng(node), osm.lat(node));
    if (places.has(unit)) buildings[unit]!++;
  }
  for (const [unit, points] of places) {
    const isOnStreets = points.length > poles[unit]!;
    if (!isOnStreets || buildings[unit]! < MANY_BUILDINGS) continue;
    report
      .subject('census units')
      .changed(
        'most of its people are put on points along streets although buildings stand in it: take from: osm-buildings, or tag their kind',
        `${units.code(unit)} (${buildings[unit]} buildings)`,
      );
  }
}

function addSyntheticPoles(
  inputs: Inputs,
  units: UnitMap | null,
  insideShare: Float64Array,
  draft: PoleDraft,
  need: Need,
): Uint8Array {
  const synthetic = new Uint8Array(units?.count ?? 0);
  if (units === null) return synthetic;
  // Made where a unit asks for it, of the poles that stood before.
  const homePoles = draft.count;
  let homes: NearPlaces | null = null;
  let moved = 0;
  for (let unit = 0; unit < units.count; unit++) {
    const residents = units.residents[unit]! * insideShare[unit]!;
    // Of a grid of people nobody is lost, however few live in a cell.
    const least = units.nearestMeters(unit) === undefined ? POLE_PARAMETERS.leastResidentsInside : Number.MIN_VALUE;
    if (need.poles[unit]! > 0 || !(residents >= least)) continue;
    const point = units.pointInside(unit);
    if (point === null) continue;
    const home = nearestHome(units, unit, point, () => {
      homes ??= nearPoles(draft, homePoles);
      return homes;
    });
    const [lng, lat] =
      home < 0 ? point.map(toMicrodegrees) : [draft.lngMicrodegrees(home), draft.latMicrodegrees(home)];
    draft.add(lng!, lat!, 1, 'synthetic', unit);
    synthetic[unit] = 1;
    if (home >= 0) moved += residents;
    const change = home < 0 ? 'one synthetic pole at an inner point' : 'they live at the nearest home beside it';
    inputs.report.subject('census units').changed(`residents but no pole: ${change}`, units.code(unit));
  }
  if (moved > 0) inputs.report.fact('residents at the nearest home beside their unit', moved);
  return synthetic;
}

function reportUnits(
  inputs: Inputs,
  needing: ReadonlySet<number>,
  units: UnitMap | null,
  need: Need,
  change: string,
): void {
  if (units === null) {
    if (needing.size > 0) inputs.report.warn(`The map has ${change}.`);
    return;
  }
  for (const unit of needing) {
    if (need.poles[unit]! > 0) inputs.report.subject('census units').changed(change, units.code(unit));
  }
}

/** The home nearest to a unit without any, -1 where the unit takes none or none is near enough to it. */
function nearestHome(
  units: UnitMap,
  unit: number,
  [lng, lat]: readonly [number, number],
  homes: () => NearPlaces,
): number {
  const meters = units.nearestMeters(unit);
  if (meters === undefined) return -1;
  const halfSideMeters = Math.sqrt(units.areaSquareKm[unit]!) * 500;
  return homes().nearest(lng, lat, halfSideMeters + meters);
}

/** Finds the nearest of the poles that a draft holds now, or of its first so many. */
const nearPoles = (draft: PoleDraft, count = draft.count): NearPlaces =>
  new NearPlaces(
    count,
    (pole) => draft.lng(pole),
    (pole) => draft.lat(pole),
  );

function mapTest(mapBox: Box | undefined): (lng: number, lat: number) => boolean {
  if (mapBox === undefined) return () => true;
  const edge = expandBoxMeters(mapBox, POLE_PARAMETERS.edgeToleranceMeters);
  return (lng, lat) => boxContains(edge, lng, lat);
}
