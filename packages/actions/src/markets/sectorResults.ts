import { said, spoken } from '@hinterland/answers/said';
import { SECTOR_PARAMETERS_VERSION, type Sector } from '@hinterland/catalogue';
import {
  capacityPerStore,
  floorAreaOf,
  leakageSurplusFactor,
  locationQuotient,
  MAX_TRAVEL_TIMES,
  MarketTooLargeError,
  marketUnder,
  outsideShare,
  perTenThousand,
  placeOfStore,
  type SectorMarket,
  salesPotentialPerSquareMeter,
  sectorMarket,
  spendBetween,
  storeSales,
  storesBySector,
  variedParameters,
} from '@hinterland/engine/market';
import { rounded } from '@hinterland/geo';
import type { Territory } from '@hinterland/territory';
import { type ActionContext, ActionProblem } from '../action/action.ts';
import { stopIfCancelled } from '../catchments/catchment.ts';
import type { Travel } from '../catchments/journey.ts';
import { demandErrorIn } from '../output/demandError.ts';
import { describePart, type Subject } from '../subject/subject.ts';
import { demandOf } from './demandData.ts';
import { oneMoreOf } from './oneMore.ts';
import { roomOf } from './room.ts';
import { OUTSIDE_STORES_SHOWN, type SectorResults, STORES_SHOWN } from './sectorFields.ts';
import { whyNot } from './sectors.ts';
import { countIn, membersOf, openStores, type PartMembers, wholeOf } from './shops.ts';
import { sightingsOf } from './sightings.ts';
import { supplyOf } from './supply.ts';

type SectorResult = SectorResults['sectors'][number];
type Available = Extract<SectorResult, { available: true }>;
type Figures = Available['figures'][string];

const METHOD =
  "demand: spend of the census units by COICOP division × the sector's share of each, on the address poles of the part. " +
  "supply: floor area × sales per m². captured: Huff's model on travel times from every address to every store within Tmax, " +
  'utility = floor area^α × minutes^−β, with an outside option; stores beyond the territory of the call compete. ' +
  'See docs/methods/markets.md.';

/** Returns the sectors section of a subject. The computed sectors are charged. */
export function sectorsOf(
  context: ActionContext,
  subject: Subject,
  travel: Travel,
  sectors: readonly Sector[],
  withStores: boolean,
): { result: SectorResults; computed: number } {
  const { territory } = context;
  const results = sectors.map((sector, i) => {
    stopIfCancelled(context);
    context.progress(0.3 + (0.6 * i) / sectors.length, `market of ${sector.code}`);
    return sectorResult(context, subject, travel, sector, withStores);
  });
  return {
    result: {
      parts: subject.parts.map((part) => describePart(territory, part)),
      sectors: results,
      demandData: demandOf(territory, sectors),
      supplyData: supplyOf(
        territory,
        sectors.map(({ code }) => code),
      ),
    },
    computed: results.filter(({ available }) => available).length,
  };
}

/** Returns the market of a sector for a subject. Throws ActionProblem if it is too large or has no people. */
function marketOfSubject(context: ActionContext, subject: Subject, travel: Travel, sector: Sector): SectorMarket {
  const { territory } = context;
  try {
    const query = { poles: subject.poles, sector, ...travel };
    const market = sectorMarket(territory, query, () => stopIfCancelled(context));
    if (market !== null) return market;
  } catch (error) {
    if (!(error instanceof MarketTooLargeError)) throw error;
    const detail = `${error.message} Ask for a smaller territory: fewer minutes, or one area at a time.`;
    throw new ActionProblem('territory_too_large', detail, {
      poles: error.poles,
      limit: Math.floor(MAX_TRAVEL_TIMES / error.stores),
    });
  }
  const detail = said('no_census_demand', { territory: territory.manifest.name });
  throw new ActionProblem('validation_error', detail, { errors: [{ pointer: '#', detail }] });
}

function sectorResult(
  context: ActionContext,
  subject: Subject,
  travel: Travel,
  sector: Sector,
  withStores: boolean,
): SectorResult {
  const { territory } = context;
  const heading = { code: sector.code, name: sector.names.en };
  const reason = whyNot(territory, sector);
  if (reason !== null) return { ...heading, available: false, ...spoken({ reason }) };
  const market = marketOfSubject(context, subject, travel, sector);
  const { origin } = subject;
  // People may travel to stores in another mode than around the origins: their bicycle is left at the stop near their home.
  const members = membersOf(
    territory,
    subject,
    origin.kind === 'catchment' ? origin.catchment.query.mode : travel.mode,
  );
  const whole = members[wholeOf(subject)]!;
  const variants = variedParameters(market.parameters).map(({ change, parameters }) => ({
    change,
    market: marketUnder(market, parameters),
  }));
  const figures = subject.parts.map(({ heading: { id }, holdings }, i) => [
    id,
    figuresOf(market, members[i]!, holdings.residents),
  ]);
  return {
    ...heading,
    available: true,
    demandUnit: market.demand.unit,
    ...demandErrorIn(territory, sector),
    figures: Object.fromEntries(figures) as Record<string, Figures>,
    ...storesOf(market, subject, members, withStores),
    sensitivity: variants.map(({ change, market: varied }) => {
      const { demand, captured } = flowsOf(varied, whole);
      return { change, captured: rounded(captured), leakage: rounded(demand - captured, demand) };
    }),
    oneMore: oneMoreOf(context, subject, travel, market, variants),
    ...(withStores ? { room: roomOf(context, subject, travel, market, whole) } : {}),
    parameters: parametersOf(territory, market),
    method: METHOD,
  };
}

/** Positions, in the market, of the stores of a part. */
function marketStoresIn({ stores }: SectorMarket, { holdsStore }: PartMembers): number[] {
  return stores.flatMap(({ row }, j) => (holdsStore[row] === 1 ? [j] : []));
}

function flowsOf(market: SectorMarket, part: PartMembers) {
  const { poleDemand, model } = market;
  let [demand, elsewhere] = [0, 0];
  for (const point of part.points) {
    demand += poleDemand[point]!;
    elsewhere += poleDemand[point]! * outsideShare(model, point);
  }
  return { demand, elsewhere, captured: spendBetween(model, part.points, marketStoresIn(market, part)) };
}

function figuresOf(market: SectorMarket, part: PartMembers, residents: number | null): Figures {
  const { territory, query, demand: demandOfUnits } = market;
  const { sector } = query;
  const { demand, elsewhere, captured } = flowsOf(market, part);
  const rows = storesBySector(territory)
    .get(sector.code)!
    .filter((row) => part.holdsStore[row] === 1);
  const floor = floorOf(territory, sector, rows);
  const capacity = capacityPerStore(territory, sector);
  const supply = capacity === null ? null : floor.areas.reduce((sum, area) => sum + capacity(area), 0);
  const isMoney = demandOfUnits.unit === 'currency_per_year';
  const everyStore = openStores(territory);
  const quotient = locationQuotient(
    rows.length,
    countIn(part, everyStore),
    storesBySector(territory).get(sector.code)!.length,
    everyStore.length,
  );
  const potential = isMoney ? salesPotentialPerSquareMeter(demand, floor.total) : null;
  const factor = supply === null ? null : leakageSurplusFactor(demand, supply);
  const perStores = perTenThousand(rows.length, residents);
  return {
    stores: rows.length,
    floorAreaSquareMeters: rounded(floor.total),
    floorAreaAssumedShare: floor.total > 0 ? rounded(floor.assumed / floor.total) : null,
    demand: rounded(demand),
    demandPerResident: residents !== null && residents > 0 ? rounded(demand / residents) : null,
    demandEstimatedShare: demand > 0 ? rounded(estimatedDemand(market, part) / demand) : null,
    supply: supply === null ? null : rounded(supply),
    opportunity: supply === null ? null : rounded(demand - supply, Math.max(demand, supply)),
    leakageSurplusFactor: factor === null ? null : rounded(factor),
    captured: rounded(captured),
    capturedShare: demand > 0 ? rounded(captured / demand) : null,
    leakage: rounded(demand - captured, demand),
    leakageToStores: rounded(Math.max(0, demand - captured - elsewhere), demand),
    leakageElsewhere: rounded(elsewhere),
    salesPotentialPerSquareMeter: potential === null ? null : rounded(potential),
    storesPer10000: perStores === null ? null : rounded(perStores),
    locationQuotient: quotient === null ? null : rounded(quotient),
    demandPerStoreWithOneMore: rounded(demand / (rows.length + 1)),
  };
}

function floorOf(territory: Territory, sector: Sector, rows: Uint32Array) {
  const areas: number[] = [];
  let [total, assumed] = [0, 0];
  for (const row of rows) {
    const { squareMeters, source } = floorAreaOf(territory, row, sector);
    areas.push(squareMeters);
    total += squareMeters;
    if (source === 'sector_median') assumed += squareMeters;
  }
  return { areas, total, assumed };
}

/** Demand of the points whose census unit does not publish all of the spend. */
function estimatedDemand({ territory, query, demand, poleDemand }: SectorMarket, { points }: PartMembers): number {
  const { unit } = territory.sociodemo!.poleUnits;
  let sum = 0;
  for (const point of points) {
    const spend = poleDemand[point]!;
    if (spend > 0 && demand.published[unit[query.poles[point]!]!] === 0) sum += spend;
  }
  return sum;
}

function storesOf(
  market: SectorMarket,
  subject: Subject,
  members: readonly PartMembers[],
  withStores: boolean,
): Pick<Available, 'stores' | 'outsideStores'> {
  if (!withStores) return { stores: [], outsideStores: [] };
  const { territory, stores, model } = market;
  const { players } = territory;
  const sales = storeSales(model).map((spend) => rounded(spend));
  const { holdsStore } = members[wholeOf(subject)]!;
  const describe = (j: number) => {
    const { row, squareMeters, floorAreaSource } = stores[j]!;
    const { id, name, brand } = players!.stores;
    return {
      id: id.at(row),
      name: name.at(row),
      brand: brand[row]! < 0 ? null : players!.brands.name.at(brand[row]!),
      ...placeOfStore(territory, row),
      squareMeters: rounded(squareMeters),
      floorAreaSource,
      ...sightingsOf(territory, row),
      sales: sales[j]!,
    };
  };
  const bySales = stores.map((_, j) => j).sort((a, b) => sales[b]! - sales[a]! || a - b);
  const bands = subject.parts.flatMap(({ heading }, i) => (heading.kind === 'band' ? [{ id: heading.id, i }] : []));
  const bandOf = (row: number) => bands.find(({ i }) => members[i]!.holdsStore[row] === 1)?.id ?? null;
  return {
    stores: bySales
      .filter((j) => holdsStore[stores[j]!.row] === 1)
      .slice(0, STORES_SHOWN)
      .map((j) => ({ ...describe(j), band: bandOf(stores[j]!.row) })),
    outsideStores: bySales
      .filter((j) => holdsStore[stores[j]!.row] === 0 && sales[j]! > 0)
      .slice(0, OUTSIDE_STORES_SHOWN)
      .map(describe),
  };
}

/** The numbers that a market took, as results show them. */
export function parametersOf(territory: Territory, market: SectorMarket): Available['parameters'] {
  const { parameters, outside, demand, query } = market;
  const { sector } = query;
  const capacity = capacityPerStore(territory, sector);
  const perUnit = capacity === null ? null : rounded(capacity(1));
  if (parameters.decay.kind !== 'power') throw new TypeError('sectors fall off by a power of time');
  return {
    set: SECTOR_PARAMETERS_VERSION,
    attraction: 'floor_area_square_meters',
    attractionExponent: parameters.attractionExponent,
    distanceExponent: parameters.decay.exponent,
    floorMinutes: parameters.floorSeconds / 60,
    limitMinutes: parameters.limitSeconds / 60,
    outsideOption: {
      squareMeters: outside.squareMeters,
      minutes: outside.seconds / 60,
      utility: rounded(outside.utility),
    },
    coicopShares: { ...sector.coicop },
    missingDivisions: [...demand.missingDivisions],
    salesPerSquareMeter: sector.salesDensity === null ? null : perUnit,
    salesPerStore: sector.salesDensity === null ? perUnit : null,
  };
}
