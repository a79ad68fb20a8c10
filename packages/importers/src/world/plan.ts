import { fileNameOf, type RemoteFile } from '../fetch/remoteFile.ts';
import { cutName } from '../overture/fetchCut.ts';
import { OVERTURE } from '../overture/overture.ts';
import { CATALOGUE } from '../overture/release.ts';
import { type OvertureTheme, THEMES } from '../overture/themes.ts';
import type { Place } from '../places/place.ts';
import { type Extract, shippedExtracts } from '../places/regions.ts';
import { chooseExtracts } from './chooseExtracts.ts';
import { type Estimate, estimateBuild, peopleOf } from './estimate.ts';
import { extractFile, INDEX_FILE } from './extractIndex.ts';
import { choosePeople, comparisonOf, type PeopleChoice, type PeopleSource, withBeside } from './peopleSources.ts';
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
}

/** Makes the plan of a place; `extracts` are those of the shipped table where the publisher's list was not read. */
export function makePlan(place: Place, choice: PlaceChoice, extracts: readonly Extract[] = shippedExtracts()): Plan {
  const chosen = chooseExtracts(place, extracts);
  const people = choosePeople(place, choice);
  const inhabitants = peopleOf(place);
  const cuts = (choice.overture ?? []).map((theme) => plannedCut(theme, inhabitants));
  const spend = spendOf(place, people);
  const files = [INDEX_FILE, ...chosen.map(extractFile), ...filesOf(people), ...incomeFiles(spend)].map((file) => ({
    ...file,
    name: fileNameOf(file),
  }));
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

/** Each file once, of a source and those beside it. */
const filesOf = (people: PeopleSource | null): readonly RemoteFile[] =>
  people === null
    ? []
    : [...new Map(withBeside(people).flatMap(({ files }) => files.map((file) => [file.url, file] as const))).values()];

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
