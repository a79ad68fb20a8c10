import { join } from 'node:path';
import { putInForce } from '../write/putInForce.ts';
import { writeFamily } from '../write/writeFamily.ts';
import {
  drawnManifest,
  playersContent,
  realestateContent,
  scratchFolder,
  sociodemoContent,
  territoryContent,
  transitContent,
} from './drawnBundle.ts';

const folder = await scratchFolder();
let bundles = 0;

type Columns = Record<string, (number | string)[]>;
type Content = {
  territory: Record<string, Columns>;
  sociodemo: Record<string, Columns>;
  realestate: Record<string, Columns>;
  players: Record<string, Columns>;
  transit: Record<string, Columns>;
};

/** Writes the drawn bundle with other values in it; sizes and checksums are right. */
export async function bundleWith(change: (content: Content) => void, polygonFile?: Uint8Array): Promise<string> {
  const territory = structuredClone(territoryContent());
  const sociodemo = structuredClone(sociodemoContent());
  const realestate = structuredClone(realestateContent());
  const players = structuredClone(playersContent());
  const transit = structuredClone(transitContent());
  const topicTables = sociodemo.topicTables as unknown as Record<string, { columns: Columns; flags?: number[] }>;
  const topics = Object.fromEntries(
    Object.entries(topicTables).map(([name, { columns, flags }]) => {
      const plain = Object.fromEntries(Object.entries(columns).map(([field, values]) => [field, Array.from(values)]));
      return [name, flags === undefined ? plain : { ...plain, flags }];
    }),
  );
  change({
    territory: territory.tables as unknown as Content['territory'],
    sociodemo: { ...(sociodemo.tables as unknown as Content['sociodemo']), ...topics },
    realestate: realestate.tables as unknown as Content['realestate'],
    players: players.tables as unknown as Content['players'],
    transit: transit.tables as unknown as Content['transit'],
  });
  for (const [name, { flags, ...columns }] of Object.entries(topics))
    topicTables[name] = { columns, flags: flags as number[] };
  const files = polygonFile === undefined ? territory.files : { 'areas.geojsonl': { bytes: polygonFile, rows: 2 } };
  const dir = join(folder, `bundle-${bundles++}`);
  await writeFamily(dir, { ...territory, files });
  await writeFamily(dir, sociodemo);
  await writeFamily(dir, realestate);
  await writeFamily(dir, players);
  await writeFamily(dir, transit);
  await putInForce(dir, drawnManifest);
  return dir;
}
