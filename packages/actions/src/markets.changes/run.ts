import { said } from '@hinterland/answers/said';
import { sectorOf } from '@hinterland/catalogue';
import {
  type ReleaseDifference,
  type ReleasedStore,
  releasedStores,
  type StoreChange,
  storeChanges,
} from '@hinterland/engine/storeChanges';
import { rounded } from '@hinterland/geo';
import { baseOf, type EarlierStores, type StoreSource, type Territory } from '@hinterland/territory';
import { type ActionContext, ActionProblem, type RunOutcome } from '../action/action.ts';
import { stopIfCancelled } from '../catchments/catchment.ts';
import { transitFamily } from '../catchments/timeOfDay.ts';
import { requireSector } from '../markets/sectors.ts';
import { requirePlayers, wholeOf } from '../markets/shops.ts';
import { versionsOf } from '../output/common.ts';
import { partsOfPlaces } from '../subject/partsOfPlaces.ts';
import { describePart, type Subject, subjectOf, territoryHeading } from '../subject/subject.ts';
import { CHANGE_KINDS, KINDS } from './kinds.ts';
import { CHANGES_MAX, type Input, type Output } from './schema.ts';

/** What a call needs to be answered. Throws ActionProblem where the territory cannot answer it. */
export function requireAnswer(context: ActionContext, input: Input): { earlier: EarlierStores; subject: Subject } {
  requirePlayers(context.territory);
  (input.sectors ?? []).forEach((code, i) => void requireSector(code, `#/sectors/${i}`));
  return { earlier: earlierOf(context.territory, input.since), subject: subjectOf(context, input) };
}

function earlierOf({ earlierStores, manifest, dataVersion }: Territory, since: string | undefined): EarlierStores {
  const territory = manifest.name;
  const found = since === undefined ? earlierStores[0] : earlierStores.find(({ version }) => version === since);
  if (found !== undefined) return found;
  const kept = { any: earlierStores.map(({ version }) => version) };
  const detail =
    earlierStores.length === 0
      ? said('no_earlier_list', { territory, version: dataVersion.players ?? '' })
      : said('earlier_list_unknown', { territory, version: JSON.stringify(since), kept });
  throw new ActionProblem('validation_error', detail, {
    errors: [{ pointer: since === undefined ? '#' : '#/since', detail }],
  });
}

/** Differences by the earlier list: comparing two lists takes seconds in a country. */
const kept = new WeakMap<EarlierStores, ReleaseDifference>();

function differenceOf(territory: Territory, earlier: EarlierStores): ReleaseDifference {
  const known = kept.get(earlier) ?? storeChanges(releasedStores(earlier), releasedStores(baseOf(territory).players));
  kept.set(earlier, known);
  return known;
}

export function run(context: ActionContext, input: Input): RunOutcome<Output> {
  const { territory } = context;
  const { earlier, subject } = requireAnswer(context, input);
  stopIfCancelled(context);
  context.progress(0.3, 'comparing lists of stores');
  const difference = differenceOf(territory, earlier);
  stopIfCancelled(context);
  context.progress(0.7, 'finding changes');
  const { sectors } = input;
  const asked = difference.changes.filter(
    ({ before, after }) => sectors === undefined || [before, after].some((one) => one && sectors.includes(one.sector)),
  );
  const placed = placedIn(context, subject, asked);
  const inWhole = placed.filter(({ parts }) => parts.has(wholeOf(subject))).sort(byKindAndConfidence);
  const count = (of: readonly Placed[]): Counts =>
    Object.fromEntries(
      Object.entries(CHANGE_KINDS).map(([kind, member]) => [
        member,
        of.filter(({ change }) => change.kind === kind).length,
      ]),
    ) as unknown as Counts;
  const codes = [...new Set(inWhole.map(({ store }) => store.sector))];
  const bySector = codes.map((code) => ({
    code,
    name: sectorOf(code)?.names.en ?? code,
    ...count(inWhole.filter(({ store }) => store.sector === code)),
  }));
  const result: Output = {
    territory: territoryHeading(territory),
    since: earlier.version,
    until: territory.dataVersion.players!,
    kept: territory.earlierStores.map(({ version }) => version),
    parts: subject.parts.map((part) => describePart(territory, part)),
    totals: Object.fromEntries(
      subject.parts.map(({ heading }, i) => [heading.id, count(placed.filter(({ parts }) => parts.has(i)))]),
    ),
    sectors: bySector.sort((a, b) => sumOf(b) - sumOf(a) || (a.code < b.code ? -1 : 1)),
    changes: inWhole.slice(0, CHANGES_MAX).map((one) => describe(one, subject)),
    changesLeftOut: Math.max(0, inWhole.length - CHANGES_MAX),
    gaps: difference.gaps.map(({ source, ...gap }) => ({ ...gap, source: source as StoreSource })),
    ...subject.more,
    dataVersion: versionsOf(territory, ['territory', 'sociodemo', 'players', ...transitFamily(subject.more.method)]),
  };
  return { result };
}

type Counts = Output['totals'][string];

const sumOf = ({ openings, closings, moves, renamings }: Counts): number => openings + closings + moves + renamings;

interface Placed {
  readonly change: StoreChange;
  /** The store as it is, or was last. */
  readonly store: ReleasedStore;
  readonly parts: ReadonlySet<number>;
}

/** Changes with the parts in which they lie; a move lies where the store was, too. */
function placedIn(context: ActionContext, subject: Subject, changes: readonly StoreChange[]): Placed[] {
  const now = partsOfPlaces(context, subject, changes.map(storeOf));
  const moves = changes.flatMap((change, i) => (change.kind === 'moved' ? [{ i, store: change.before! }] : []));
  const past = partsOfPlaces(
    context,
    subject,
    moves.map(({ store }) => store),
  );
  const pastOf = new Map(moves.map(({ i }, at) => [i, past[at]!]));
  return changes.map((change, i) => ({
    change,
    store: storeOf(change),
    parts: new Set([...now[i]!, ...(pastOf.get(i) ?? [])]),
  }));
}

const storeOf = ({ before, after }: StoreChange): ReleasedStore => (after ?? before)!;

const byKindAndConfidence = ({ change: a, store: one }: Placed, { change: b, store: other }: Placed): number =>
  KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind) || b.confidence - a.confidence || (one.id < other.id ? -1 : 1);

const titleOf = ({ name, brand }: ReleasedStore): string => name || (brand ?? '');

function describe({ change, store, parts }: Placed, subject: Subject): Output['changes'][number] {
  const { kind, before, meters, confidence } = change;
  const { id, brand, sector, lat, lng, address, source } = store;
  return {
    kind,
    certainty: rounded(confidence),
    id,
    name: titleOf(store),
    brand,
    sectorCode: sector,
    lat,
    lng,
    address,
    source: source as StoreSource,
    before:
      before === null
        ? null
        : { id: before.id, name: titleOf(before), brand: before.brand, lat: before.lat, lng: before.lng },
    meters: meters === null ? null : rounded(meters),
    parts: subject.parts.flatMap(({ heading }, i) => (parts.has(i) ? [heading.id] : [])),
  };
}
