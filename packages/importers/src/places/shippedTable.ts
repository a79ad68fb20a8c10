import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';

/** Returns the text of a table in data/places, one row a line, fields between tabs. */
export function shippedTable(name: string): string {
  const bytes = readFileSync(new URL(`../../data/places/${name}`, import.meta.url));
  return (name.endsWith('.br') ? brotliDecompressSync(bytes) : bytes).toString('utf8');
}
