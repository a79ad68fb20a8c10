import { fileNameOf, type RemoteFile } from '../fetch/remoteFile.ts';
import type { Place } from '../places/place.ts';
import { type Extract, shippedExtracts } from '../places/regions.ts';
import { chooseExtracts } from './chooseExtracts.ts';
import { type Estimate, estimateBuild } from './estimate.ts';
import { extractFile, INDEX_FILE } from './extractIndex.ts';
import { choosePeople, type PeopleChoice, type PeopleSource } from './peopleSources.ts';

/** Everything that will be fetched for a place, before anything is. */
export interface Plan {
  readonly place: Place;
  readonly extracts: readonly Extract[];
  /** Null where nobody lives there. */
  readonly people: PeopleSource | null;
  readonly files: readonly (RemoteFile & { readonly name: string })[];
  readonly estimate: Estimate;
  readonly notes: readonly string[];
}

/** Makes the plan of a place; `extracts` are those of the shipped table where the publisher's list was not read. */
export function makePlan(place: Place, choice: PeopleChoice, extracts: readonly Extract[] = shippedExtracts()): Plan {
  const chosen = chooseExtracts(place, extracts);
  const people = choosePeople(place, choice);
  const files = [INDEX_FILE, ...chosen.map(extractFile), ...(people?.files ?? [])].map((file) => ({
    ...file,
    name: fileNameOf(file),
  }));
  return {
    place,
    extracts: chosen,
    people,
    files,
    estimate: estimateBuild(
      place,
      chosen,
      files.map(({ megabytes }) => megabytes ?? 0),
    ),
    notes: [
      ...place.notes,
      ...(people === null
        ? ['No source has people there: the territory has roads and places, and counts nobody.']
        : []),
    ],
  };
}
