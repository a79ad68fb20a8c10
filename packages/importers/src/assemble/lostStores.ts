import { type Box, intersectBoxes } from '@hinterland/geo';
import { type FamilyContent, type FamilyDescriptor, readDescriptor, readManifest } from '@hinterland/territory';
import { ImportError } from '../errors/importError.ts';

/** A list that lost a third of its stores has failed: no street closes so fast. */
const MOST_LOST = 1 / 3;
/** Fewer stores than this come and go by the hand of one mapper. */
const LEAST_STORES = 30;
/** Boxes of the same place differ by the last road that was drawn. */
const SAME_BOX = 0.9;

interface Count {
  readonly list: string;
  readonly before: number;
  readonly now: number;
}

/** Throws ImportError where a list of stores lost a third of those that the bundle has in force for the same map. */
export async function requireStoresKept(
  outDir: string,
  family: Pick<FamilyContent, 'supply' | 'version'>,
  bbox: Box,
): Promise<void> {
  const before = await storesInForce(outDir);
  if (before === null || family.supply === undefined || !isSameBox(before.bbox, bbox)) return;
  const lost = countsOf(before.descriptor.supply, family.supply).filter(
    ({ before: was, now }) => was >= LEAST_STORES && was - now > MOST_LOST * was,
  );
  if (lost.length === 0) return;
  const { version } = before.descriptor;
  const lines = lost.map(
    ({ list, before: was, now }) => `  ${list}: ${was} stores in ${version}, ${now} in ${family.version}`,
  );
  throw new ImportError(
    `A list of stores lost more than a third of its stores, so ${version} stays in force:\n${lines.join('\n')}\nLook at the list. Where it is right, say --accept-losses.`,
  );
}

type SupplyOf = FamilyDescriptor['supply'];

/** Each list by its name where they are several, else by the kind of source. */
function countsOf(before: SupplyOf, now: SupplyOf): Count[] {
  if (before?.lists !== undefined && now?.lists !== undefined) {
    return before.lists.map(({ name, stores }) => ({
      list: name,
      before: stores,
      now: now.lists!.find((one) => one.name === name)?.stores ?? 0,
    }));
  }
  return Object.entries(before?.stores ?? {}).map(([kind, stores]) => ({
    list: kind,
    before: stores,
    now: Object.entries(now?.stores ?? {}).find(([other]) => other === kind)?.[1] ?? 0,
  }));
}

async function storesInForce(outDir: string): Promise<{ descriptor: FamilyDescriptor; bbox: Box } | null> {
  try {
    const { bbox, families } = await readManifest(outDir);
    const version = families.players?.version;
    return version === undefined ? null : { bbox, descriptor: await readDescriptor(outDir, 'players', version) };
  } catch {
    // What cannot be read is put right by what is built now.
    return null;
  }
}

const areaOf = ({ west, south, east, north }: Box): number => Math.max(0, east - west) * Math.max(0, north - south);

const isSameBox = (one: Box, other: Box): boolean =>
  areaOf(intersectBoxes(one, other)) >= SAME_BOX * Math.max(areaOf(one), areaOf(other));
