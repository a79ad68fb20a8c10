import { type Sentence, said } from '@hinterland/answers/said';
import { huffParametersOf, sectorDemand, storesBySector } from '@hinterland/engine/market';
import { poleMarkets, type Reach, SectorGains } from '@hinterland/engine/siteSearch';
import { type ActionContext, ActionProblem } from '../action/action.ts';
import { demandNote } from '../markets/demandData.ts';
import type { SearchQuestion } from './question.ts';
import type { Input } from './schema.ts';

/** The market of a search, with what its figures need beside the gains. */
export interface SearchedMarket {
  readonly gains: SectorGains;
  readonly unit: 'currency_per_year' | 'residents';
  /** Utility of buying in none of the stores. */
  readonly outside: number;
  /** Own stores by their row in the data on stores. */
  readonly ownRows: ReadonlySet<number>;
  readonly hasCompetitors: boolean;
  readonly notes: (Sentence | string)[];
}

/** The market of the sector at every address. Throws ActionProblem without a census. */
export function marketOf(
  context: ActionContext,
  reach: Reach,
  { sector, candidates, matches, ownSnaps }: SearchQuestion,
  { ownStores }: Input,
): SearchedMarket {
  const { territory } = context;
  const parameters = huffParametersOf(sector!);
  const known = new Map<number, number | null>();
  matches.forEach((match, i) => {
    if (match !== null) known.set(match.row, ownStores[i]!.squareMeters ?? null);
  });
  const added = ownSnaps.flatMap((snap, i) =>
    matches[i] === null
      ? [{ snap, squareMeters: ownStores[i]!.squareMeters ?? sector!.medianFloorAreaSquareMeters }]
      : [],
  );
  const places = candidates.list.map(({ snap }) => snap);
  const markets = poleMarkets(reach, sector!, parameters, { known, added }, places, (share) =>
    context.progress(0.3 * share, 'finding who chooses which store'),
  );
  if (markets === null) {
    const detail = said('no_census', { territory: territory.manifest.name });
    throw new ActionProblem('validation_error', detail, { errors: [{ pointer: '#/sectorCode', detail }] });
  }
  const { unit, missingDivisions } = sectorDemand(territory, sector!)!;
  const notes: (Sentence | string)[] = [demandNote(territory, [sector!])];
  if (unit === 'residents') {
    notes.push(said('no_spend_tables', { territory: territory.manifest.name }));
  } else if (missingDivisions.length > 0) {
    notes.push(said('spend_missing', { divisions: [...missingDivisions] }));
  }
  return {
    gains: new SectorGains(territory.edges.rows, parameters, markets),
    unit,
    outside: markets.outside,
    ownRows: new Set(known.keys()),
    hasCompetitors: (storesBySector(territory).get(sector!.code)?.length ?? 0) > known.size,
    notes,
  };
}
