import { stat } from 'node:fs/promises';
import { readOsmPbf } from '@hinterland/importers';
import { NONE } from '@hinterland/territory';
import { PbfFileWriter } from './country/pbfFileWriter.ts';

/**
 * Writes the nodes and ways of extracts into one file, with new ids that ascend as those of published extracts do: of as many
 * extracts as together have so many times the bytes of the first.
 */
export async function writeSortedExtract(path: string, extracts: readonly string[], times: number): Promise<void> {
  const bytes = await Promise.all(extracts.map(async (extract) => (await stat(extract)).size));
  let sum = 0;
  const chosen = extracts.filter((_, i) => {
    const isWanted = sum < times * bytes[0]!;
    sum += isWanted ? bytes[i]! : 0;
    return isWanted;
  });
  if (sum < times * bytes[0]!) throw new Error(`all extracts together have ${sum} bytes only`);
  const writer = await PbfFileWriter.create(path);
  const firstIds: number[] = [];
  let id = 1;
  for (const extract of chosen) {
    const { map } = await readOsmPbf(extract);
    firstIds.push(id);
    for (let node = 0; node < map.nodes.ids.length; node++) {
      const [lngE7, latE7] = [map.lng(node), map.lat(node)].map((degrees) => Math.round(degrees * 1e7));
      await writer.node(id++, lngE7!, latE7!, Object.fromEntries(map.tags('node', node)));
    }
  }
  let way = 1;
  for (const [i, extract] of chosen.entries()) {
    const { map } = await readOsmPbf(extract);
    for (let row = 0; row < map.ways.ids.length; row++) {
      const nodes = [...map.wayNodes(row)].filter((node) => node !== NONE).map((node) => firstIds[i]! + node);
      if (nodes.length > 1) await writer.way(way++, nodes, Object.fromEntries(map.tags('way', row)));
    }
  }
  await writer.close();
}
