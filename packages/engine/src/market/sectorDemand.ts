import { COICOP_DIVISIONS, type CoicopDivision, type Sector } from '@hinterland/catalogue';
import { AREA_KINDS, type ModelledSpend, NONE, type Territory } from '@hinterland/territory';
import { type Census, censusOf } from '../census/census.ts';
import { PerTerritory } from '../memory/perTerritory.ts';

/** The demand of each census unit for a sector. */
export interface SectorDemand {
  /**
   * currency_per_year: their spend on the sector's COICOP divisions times the sector's shares of these. residents: the
   * territory has no tables of spend, so every resident counts 1 and only proportions mean something.
   */
  readonly unit: 'currency_per_year' | 'residents';
  /** Row = unit. */
  readonly perUnit: Float64Array;
  /** Residents of each unit, row = unit. */
  readonly residents: Float64Array;
  /** Per unit 1 where the census publishes all of the spend that goes in, 0 where part of it is estimated. */
  readonly published: Uint8Array;
  /** Divisions of the sector that the territory's tables lack: their spend is missing from the demand. */
  readonly missingDivisions: readonly CoicopDivision[];
}

const kept = new PerTerritory<SectorDemand | null>();

/** Demand of a sector per census unit: Σ over divisions of spend × the sector's share. Null without a census. */
export function sectorDemand(territory: Territory, sector: Sector): SectorDemand | null {
  return kept.get(territory, sector.code, () => {
    const census = censusOf(territory);
    return census === null ? null : build(census, sector);
  });
}

function build(census: Census, sector: Sector): SectorDemand {
  const units = census.weights.length;
  const perUnit = new Float64Array(units);
  const published = new Uint8Array(units).fill(1);
  const missingDivisions: CoicopDivision[] = [];
  const shares = Object.entries(sector.coicop) as [CoicopDivision, number][];
  for (const [division, share] of shares) {
    const column = census.column('consumption', division);
    if (column === null || column.values.some(Number.isNaN)) {
      missingDivisions.push(division);
      continue;
    }
    for (let unit = 0; unit < units; unit++) {
      perUnit[unit]! += share * column.values[unit]!;
      if (column.published !== null && column.published[unit] === 0) published[unit] = 0;
    }
  }
  const residents = census.weights;
  if (missingDivisions.length === shares.length) {
    return { unit: 'residents', perUnit: residents, residents, published: published.fill(1), missingDivisions };
  }
  return { unit: 'currency_per_year', perUnit, residents, published, missingDivisions };
}

/** A unit's figure spread over these poles as its people are: the poles of a unit add up to the unit. */
export function spreadOverPoles(territory: Territory, perUnit: ArrayLike<number>, poles: Uint32Array): Float64Array {
  const { unit, share } = territory.sociodemo!.poleUnits;
  return Float64Array.from(poles, (pole) => (unit[pole] === NONE ? 0 : perUnit[unit[pole]!]! * share[pole]!));
}

const keptSpend = new PerTerritory<number | null>();

/** How wrong modelled spend is. */
export interface DemandError {
  /** Half of such figures lie within this share of published ones. */
  readonly typicalShare: number;
  /** Deviation of the logarithm. */
  readonly deviation: number;
}

/** Half of normal draws lie within so many deviations. */
const HALF_OF_DRAWS = 0.6745;

/**
 * Returns how wrong the modelled spend on a sector is: the errors of its divisions, which are taken to go together, weighted by what it sells
 * of each. Where no income is known, a place is farther off than the regions that errors were measured on. Null where spend is not modelled.
 */
export function demandErrorOf(territory: Territory, { coicop }: Pick<Sector, 'coicop'>): DemandError | null {
  const modelled = modelledSpendOf(territory);
  if (modelled === null) return null;
  const { perHead, errors, hasIncome } = modelled;
  let [spend, median, deviation] = [0, 0, 0];
  for (const [division, share] of Object.entries(coicop)) {
    const weight = share * (perHead[division] ?? 0);
    const error = errors[division];
    if (error === undefined) continue;
    spend += weight;
    median += weight * error.median;
    deviation += weight * error.deviation;
  }
  if (!(spend > 0)) return null;
  const [half, one] = [median / spend, deviation / spend];
  return { typicalShare: hasIncome ? half : Math.max(half, HALF_OF_DRAWS * one), deviation: one };
}

/** Returns how the spend of a territory was modelled; null where it was not. */
export function modelledSpendOf({ descriptors }: Territory): ModelledSpend | null {
  return descriptors.sociodemo?.topics?.find(({ code }) => code === 'consumption')?.modelled ?? null;
}

/** Divisions of which national accounts hold what nobody spends in a shop: imputed rents, what insurers and governments pay. */
const NOT_IN_SHOPS: ReadonlySet<string> = new Set(['cp04', 'cp06', 'cp10', 'cp12']);
/** All spend by spend on the other divisions, in the surveys that sales densities were set on: 1.66 in the United States, 1.46 in Australia. */
const ALL_BY_SHOPS = 1.56;

/** The expenditure per head that sales densities are a multiple of, as a survey of households would have it. */
function spendBehindDensities({ perHead }: ModelledSpend): number {
  const inShops = Object.entries(perHead).reduce(
    (sum, [division, spend]) => sum + (NOT_IN_SHOPS.has(division) ? 0 : spend),
    0,
  );
  return ALL_BY_SHOPS * inShops;
}

/**
 * Yearly household expenditure per resident of the country, all divisions: from a modelled level, else from the country's published tables, else from
 * the units of the territory. Null without tables of spend.
 */
export function expenditurePerResident(territory: Territory): number | null {
  return keptSpend.get(territory, '', () => {
    const census = censusOf(territory);
    if (census === null) return null;
    const modelled = modelledSpendOf(territory);
    if (modelled !== null) return spendBehindDensities(modelled);
    const divisions = COICOP_DIVISIONS.map(([code]) => code);
    const { benchmarkAreas, benchmarks } = census.sociodemo;
    for (let row = 0; row < benchmarkAreas.rows; row++) {
      if (AREA_KINDS[benchmarkAreas.kind[row]!] !== 'country') continue;
      const residents = benchmarks.get('residents')?.columns.get('total')?.[row];
      const spend = divisions.reduce(
        (sum, code) => sum + (benchmarks.get('consumption')?.columns.get(code)?.[row] ?? Number.NaN),
        0,
      );
      if (residents !== undefined && residents > 0 && spend > 0) return spend / residents;
    }
    let [spend, residents] = [0, 0];
    const columns = divisions.map((code) => census.column('consumption', code)).filter((column) => column !== null);
    if (columns.length === 0) return null;
    for (let unit = 0; unit < census.weights.length; unit++) {
      residents += census.weights[unit]!;
      for (const { values } of columns) spend += values[unit]!;
    }
    return residents > 0 && spend > 0 ? spend / residents : null;
  });
}
