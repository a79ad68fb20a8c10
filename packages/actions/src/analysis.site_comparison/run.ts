import { type Sentence, said, spoken } from '@hinterland/answers/said';
import type { Sector } from '@hinterland/catalogue';
import { modelledSpendOf, rankSites } from '@hinterland/engine/market';
import type { Territory } from '@hinterland/territory';
import type { ActionContext, RunOutcome } from '../action/action.ts';
import { describeMethod, describeOrigins, stopIfCancelled } from '../catchments/catchment.ts';
import { grainNotes } from '../catchments/grain.ts';
import { transitFamily } from '../catchments/timeOfDay.ts';
import { roadModeOf } from '../input/journey.ts';
import { headingOf } from '../input/stores.ts';
import { demandNote } from '../markets/demandData.ts';
import { parametersOf } from '../markets/sectorResults.ts';
import { certaintyOf } from '../markets/siteCertainty.ts';
import { type Sites, sitesOf } from '../markets/sites.ts';
import { supplyOf } from '../markets/supply.ts';
import { versionsOf } from '../output/common.ts';
import { demandErrorIn } from '../output/demandError.ts';
import { describeModel } from '../sales/fields.ts';
import { forecastsTogether } from '../sales/forecast.ts';
import { territoryHeading } from '../subject/subject.ts';
import { reasonsOf } from './reasons.ts';
import { censusTables, marketRows, RowMaker } from './rows.ts';
import type { Input, Output } from './schema.ts';
import { catchmentsOf } from './sites.ts';

type Table = Output['tables'][number];

export function run(context: ActionContext, input: Input): RunOutcome<Output> {
  const { territory } = context;
  const { candidates } = input;
  context.progress(0, 'finding residents');
  stopIfCancelled(context);
  const catchments = catchmentsOf(context, input);
  const make = new RowMaker(candidates.map(({ id }) => id));
  context.progress(0.4, 'summing tables');
  const { people, economy } = censusTables(territory, catchments, make);
  const tables: Table[] = [
    { id: 'people', title: 'People', rows: people },
    { id: 'economy', title: 'Economy', rows: withError(economy, demandErrorIn(territory)) },
  ];
  let market: Output['market'] = null;
  let sector: Sector | null = null;
  let asked: ReturnType<typeof forecastsTogether> | null = null;
  const { model } = input;
  if (input.sectorCode !== undefined) {
    const sites = sitesOf(context, marketQuestion(input));
    const compared = compareMarkets(context, input, sites, make);
    const own = new Set(sites.matches.map((match) => match?.row));
    const rows = marketRows(territory, catchments, sites.sector, roadModeOf(input), (row) => own.has(row), make);
    const error = demandErrorIn(territory, sites.sector);
    tables.push({ id: 'market', title: sites.sector.names.en, rows: withError([...rows, ...compared.rows], error) });
    market = compared.market;
    sector = sites.sector;
    if (model !== undefined) asked = forecastsTogether(context, model, sites.market, places(candidates, sites));
  }
  const filled = tables.filter(({ rows }) => rows.length > 0);
  const rows = filled.flatMap((table) => table.rows);
  const names = candidates.map(({ id, name }) => name ?? String(id));
  const heading = territoryHeading(territory);
  const reasons = reasonsOf(names, rows, heading.currency);
  const method = describeMethod(catchments[0]!);
  const dataVersion = versionsOf(territory, ['territory', 'sociodemo', 'players', ...transitFamily(method)]);
  const result: Output = {
    territory: heading,
    candidates: candidates.map((candidate, i) => ({
      ...headingOf(candidate),
      snapped: describeOrigins(catchments[i]!)[0]!.snapped,
      bestRows: rows.filter(({ best }) => best.includes(candidate.id)).length,
      ...spoken({ reasons: reasons[i]! }),
      ...(asked === null ? {} : { forecast: asked.forecasts[i]! }),
    })),
    tables: filled,
    reaches: catchments[0]!.bands.map(({ limit }) =>
      method.measure === 'time' ? { limitSeconds: limit } : { limitMeters: limit },
    ),
    market,
    ...(model === undefined ? {} : { salesModel: describeModel(model, dataVersion) }),
    ...(asked?.together === undefined ? {} : { together: asked.together }),
    method,
    ...spoken({ notes: [...notesOf(territory, sector, market, economy), ...grainNotes(territory, catchments)] }),
    dataVersion,
  };
  context.progress(1, 'done');
  return { result };
}

/** Rows of spend, each with how far off it is where it is modelled. */
const withError = (rows: Table['rows'], error: ReturnType<typeof demandErrorIn>): Table['rows'] =>
  rows.map(({ values, best, ...row }) => ({ ...row, ...(SPEND.has(row.id) ? error : {}), values, best }));

const SPEND: ReadonlySet<string> = new Set([
  'total',
  'total_per_resident',
  'demand',
  'sales_potential',
  'opportunity',
  'captured',
  'taken_from_own',
  'net_new',
  'taken_from_competitors',
  'new_to_market',
]);

const places = (candidates: Input['candidates'], sites: Sites) =>
  candidates.map((candidate, i) => ({ ...candidate, ...sites.candidates[i]! }));

/** The same sites as site.rank would judge them. */
const marketQuestion = ({ candidates, squareMeters, sectorCode, ...input }: Input) => ({
  ...input,
  candidates: candidates.map((candidate) => ({ ...candidate, squareMeters })),
  sectorCode: sectorCode!,
});

/** Effect of each candidate alone, under the sector's parameters and under others. */
function compareMarkets(context: ActionContext, input: Input, sites: Sites, make: RowMaker) {
  const { market, matches, sector } = sites;
  context.progress(0.7, 'opening one candidate after the other');
  const positionOf = new Map(market.stores.map(({ row }, i) => [row, i]));
  const ownStores = matches.flatMap((match) => (match === null ? [] : (positionOf.get(match.row) ?? [])));
  const query = { market, candidates: sites.candidates, ownStores, moreOwnStores: sites.ownPlaces };
  const rankings = rankSites(query, () => stopIfCancelled(context));
  const [first, ...variants] = rankings;
  const effects = first!.effects;
  const money = market.demand.unit;
  const rows = [
    make.row(
      'captured',
      said('row_captured'),
      money,
      'higher',
      effects.map(({ captured }) => captured),
    ),
    ...(input.ownStores.length === 0
      ? []
      : [
          make.row(
            'taken_from_own',
            said('row_from_own'),
            money,
            'lower',
            effects.map(({ takenFromOwn }) => takenFromOwn),
          ),
          make.row(
            'net_new',
            said('row_net_new'),
            money,
            'higher',
            effects.map(({ netNew }) => netNew),
          ),
        ]),
    make.row(
      'taken_from_competitors',
      said('row_from_competitors'),
      money,
      null,
      effects.map(({ takenFromCompetitors }) => takenFromCompetitors),
    ),
    make.row(
      'new_to_market',
      said('row_new'),
      money,
      null,
      effects.map(({ newToMarket }) => newToMarket),
    ),
  ];
  const idOf = (i: number) => input.candidates[i]!.id;
  const { set, attractionExponent, distanceExponent, floorMinutes, limitMinutes, outsideOption } = parametersOf(
    context.territory,
    market,
  );
  const described: NonNullable<Output['market']> = {
    sector: { code: sector.code, name: sector.names.en },
    spendUnit: market.demand.unit,
    ...demandErrorIn(context.territory, sector),
    squareMeters: sites.candidates[0]!.squareMeters,
    parameters: { set, attractionExponent, distanceExponent, floorMinutes, limitMinutes, outsideOption },
    sensitivity: variants.map(({ change, effects: varied, order }) => ({
      change,
      netNew: varied.map(({ netNew }) => netNew),
      best: idOf(order[0]!),
    })),
    isRobust: variants.every(({ order }) => order[0] === first!.order[0]),
    certainty: certaintyOf(context.territory, sites, input.candidates, rankings),
    supplyData: supplyOf(context.territory, [sector.code]),
  };
  return { rows, market: described };
}

function notesOf(
  territory: Territory,
  sector: Sector | null,
  market: Output['market'],
  economy: Table['rows'],
): (Sentence | string)[] {
  // Spend that was counted needs no word where no market is compared.
  const isModelled = modelledSpendOf(territory) !== null && economy.some(({ unit }) => unit.startsWith('currency'));
  const notes: (Sentence | string)[] =
    market !== null || isModelled ? [demandNote(territory, sector === null ? [] : [sector])] : [];
  if (sector === null) notes.push(said('give_sector'));
  if (economy.length === 0) notes.push(said('no_economy_tables'));
  if (market !== null && !market.isRobust) {
    notes.push(said('sensitive'));
  }
  if (market?.spendUnit === 'residents') {
    notes.push(said('every_resident_counts'));
  }
  return notes;
}
