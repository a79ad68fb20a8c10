import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

const GOLDEN = new URL('../../src/bundle.golden.json', import.meta.url);

/** The file of a picture. */
export function imageFile(name: string): URL {
  return new URL(`../../images/${name}.svg`, import.meta.url);
}

/** A comment in every picture that says which demo it shows: the one of the golden checksums. */
export function pictureNote(): string {
  const checksum = createHash('sha256').update(readFileSync(GOLDEN)).digest('hex').slice(0, 16);
  return `Drawn by packages/demo/src/pictures/draw.ts from the demo with the checksums ${checksum}`;
}
