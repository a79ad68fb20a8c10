import { useResource } from '../api/queries.ts';
import type { Schemas } from '../api/types.ts';
import { useSurroundings } from './props.ts';

type Family = Schemas['TerritoryInForce']['families'][number]['family'];

interface Lacking {
  /** Name of the territory of the map. */
  readonly place: string;
  /** Data families by action that answers nothing there without them. */
  readonly byAction: ReadonlyMap<string, readonly Family[]>;
  /** Whether it has a family; true until that is known. */
  readonly has: (family: Family) => boolean;
  /** Version of a family in force; undefined until that is known, and where there is none. */
  readonly versionOf: (family: Family) => string | undefined;
}

/** What the territory of the map does not have, and the actions that answer nothing without. */
export function useLacking(): Lacking {
  const { territory } = useSurroundings();
  const { data } = useResource('/data');
  const found = data?.data.find(({ id }) => id === territory);
  return {
    place: found?.name ?? '',
    byAction: new Map(found?.lacking?.map(({ actionId, families }) => [actionId, families])),
    versionOf: (wanted) => found?.families.find(({ family }) => family === wanted)?.version,
    has: (wanted) => found === undefined || found.families.some(({ family }) => family === wanted),
  };
}
