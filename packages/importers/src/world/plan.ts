import { ImportError } from '../errors/importError.ts';
import { fileNameOf, type RemoteFile } from '../fetch/remoteFile.ts';
import { cutName } from '../overture/fetchCut.ts';
import { OVERTURE } from '../overture/overture.ts';
import { CATALOGUE } from '../overture/release.ts';
import { type OvertureTheme, THEMES } from '../overture/themes.ts';
import type { Place } from '../places/place.ts';
import { type Extract, shippedExtracts } from '../places/regions.ts';
import { alsoExtracts, chooseExtracts } from './chooseExtracts.ts';
import { type Estimate, estimateBuild, peopleOf } from './estimate.ts';
import { extractFile, INDEX_FILE } from './extractIndex.ts';
import { choosePeople, comparisonOf, type PeopleChoice, type PeopleSource, withBeside } from './peopleSources.ts';
import { townsOfRim, usualRimKm, withRim } from './rim.ts';
import { incomeFiles, type SpendPlan, spendOf } from './spendOfPlace.ts';

/** Everything that will be fetched for a place, before anything is. */
export interface Plan {
  readonly place: Place;
  readonly extracts: readonly Extract[];
  /** Null where nobody lives there. */
  readonly people: PeopleSource | null;
  /** The raster that official figures are compared with once the territory is there; null for none. */
  readonly comparison: PeopleSource | null;
  /** Levels of spend of its countries, and files of incomes that bend them. */
  readonly spend: SpendPlan;
  readonly files: readonly (RemoteFile & { readonly name: string })[];
  /** Rows that are cut out of larger files of the newest release by ranges. */
  readonly cuts: readonly PlannedCut[];
  readonly estimate: Estimate;
  readonly notes: readonly string[];
  /** What the rim adds, and the plan without it; absent where there is no rim. */
  readonly rim?: RimCost;
}

export interface RimCost extends Estimate {
  readonly km: number;
  readonly without: Plan;
}

export interface PlannedCut extends Omit<RemoteFile, 'kind' | 'md5'> {
  readonly theme: OvertureTheme;
  /** Its name in the folder of the place. */
  readonly name: string;
  readonly megabytes: number;
}

export interface PlaceChoice extends PeopleChoice {
  /** Themes of Overture that are taken, too. */
  readonly overture?: readonly OvertureTheme[] | undefined;
  /** Whether timetables of public transport are looked up in a list of the world. */
  readonly timetables?: boolean | undefined;
  /** Kilometers beyond what was asked for that are fetched, too, or the usual ones where they cost little enough; none where absent. */
  readonly rimKm?: number | 'usual' | undefined;
}

/** Makes the plan of a place; `extracts` are those of the shipped table where the publisher's list was not read. */
export function makePlan(place: Place, choice: PlaceChoice, extracts: readonly Extract[] = shippedExtracts()): Plan {
  const asked = chooseExtracts(place, extracts);
  const without = planOf(place, asked, choice);
  const km = choice.rimKm === 'usual' ? usualRimKm(place) : (choice.rimKm ?? 0);
  if (km <= 0) return without;
  const wide = withRim(place, km, extracts);
  const towns = townsOfRim(wide, extracts);
  // Around an island lies the sea.
  if (towns.length === 0 && place.whole !== undefined) return without;
  let plan: Plan;
  try {
    plan = planOf(wide, [...asked, ...alsoExtracts(asked, towns, extracts)], choice);
  } catch (error) {
    // Official figures alone are wanted, and a country of the rim has none.
    if (!(error instanceof ImportError)) throw error;
    return { ...without, notes: [...without.notes, `What lies around it is left out: ${error.message}`] };
  }
  const rim = { ...subtracted(plan.estimate, without.estimate), km, without };
  const most = Math.max(MOST_USUAL_MEGABYTES, without.estimate.downloadMegabytes);
  if (choice.rimKm === 'usual' && rim.downloadMegabytes > most) {
    return { ...without, notes: [...without.notes, leftOutNote(rim)] };
  }
  return { ...plan, rim, notes: [...plan.notes, rimNote(rim)] };
}

/** More is not fetched for a rim alone that nobody asked for, and not more than the place itself takes. */
const MOST_USUAL_MEGABYTES = 2000;

const subtracted = (whole: Estimate, part: Estimate): Estimate => ({
  people: Math.max(0, whole.people - part.people),
  downloadMegabytes: Math.max(0, whole.downloadMegabytes - part.downloadMegabytes),
  diskMegabytes: Math.max(0, whole.diskMegabytes - part.diskMegabytes),
  memoryMegabytes: Math.max(0, whole.memoryMegabytes - part.memoryMegabytes),
  buildSeconds: Math.max(0, whole.buildSeconds - part.buildSeconds),
});

const size = (megabytes: number): string =>
  megabytes < 1000 ? `${Math.ceil(megabytes)} MB` : `${(megabytes / 1000).toFixed(1)} GB`;

const leftOutNote = ({ km, downloadMegabytes }: RimCost): string =>
  `It ends at its edge, and answers near that say so: what lies ${Math.round(km)} km around it would be ${size(downloadMegabytes)} more to fetch. --rim ${Math.round(km)} takes it.`;

/** What a rim costs, and how to do without. */
function rimNote({ km, people, downloadMegabytes, memoryMegabytes, buildSeconds }: RimCost): string {
  return `${Math.round(km)} km around it are fetched, too, so that answers near its edge know who lives and sells beyond: about ${people.toLocaleString('en-US')} people more, ${size(downloadMegabytes)} more to fetch, ${size(memoryMegabytes)} more memory, ${Math.ceil(buildSeconds)} s more to build. --rim none leaves them out.`;
}

function planOf(place: Place, chosen: readonly Extract[], choice: PlaceChoice): Plan {
  const people = choosePeople(place, choice);
  const inhabitants = peopleOf(place);
  const cuts = (choice.overture ?? []).map((theme) => plannedCut(theme, inhabitants));
  const spend = spendOf(place, people);
  const all = [
    INDEX_FILE,
    ...chosen.map(extractFile),
    ...filesOf(people),
    ...extraFiles(people),
    ...incomeFiles(spend),
  ];
  const files = all.map((file) => ({ ...file, name: fileNameOf(file) }));
  return {
    place,
    extracts: chosen,
    people,
    spend,
    comparison: comparisonOf(place, people, choice),
    files,
    cuts,
    estimate: estimateBuild(
      place,
      chosen,
      [...files, ...cuts].map(({ megabytes }) => megabytes ?? 0),
    ),
    notes: [
      ...place.notes,
      ...spend.notes,
      ...(people === null
        ? ['No source has people there: the territory has roads and places, and counts nobody.']
        : []),
    ],
  };
}

const once = (files: readonly RemoteFile[]): readonly RemoteFile[] => [
  ...new Map(files.map((file) => [file.url, file])).values(),
];

/** Each file once, of a source and those beside it. */
const filesOf = (people: PeopleSource | null): readonly RemoteFile[] =>
  people === null ? [] : once(withBeside(people).flatMap(({ files }) => files));

/** Files that only add topics. */
export const extraFiles = (people: PeopleSource | null): readonly RemoteFile[] =>
  people === null
    ? []
    : once(withBeside(people).flatMap(({ extra = [], ages = [] }) => [...extra, ...ages.map(({ file }) => file)]));

function plannedCut(theme: OvertureTheme, people: number): PlannedCut {
  const { purpose, licence, bytesPerPerson, leastMegabytes } = THEMES[theme];
  return {
    ...OVERTURE,
    theme,
    name: cutName(theme),
    url: CATALOGUE,
    purpose: `${purpose}, cut by ranges`,
    licence,
    megabytes: leastMegabytes + (people * bytesPerPerson) / 1e6,
  };
}
