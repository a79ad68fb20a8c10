import { writeFile } from 'node:fs/promises';
import type { Territory } from '@hinterland/territory';
import { CommandError, figure, note } from './terminal.ts';

export const WIDTH_PIXELS = 960;

/** Writes an answer as a map in SVG. Throws CommandError where it has no places. */
export async function drawTo(
  path: string,
  territory: Territory,
  answered: { readonly actionId: string; readonly input: unknown; readonly result: unknown },
  widthPixels: number,
): Promise<void> {
  const { pictureSvg } = await import('@hinterland/service');
  const svg = pictureSvg(territory, answered, widthPixels);
  if (svg === null) throw new CommandError(`An answer of ${answered.actionId} has no places to draw.`, 2);
  await writeFile(path, svg);
  note(`Drew ${path} (${figure(Buffer.byteLength(svg) / 1000)} kB).`);
}
