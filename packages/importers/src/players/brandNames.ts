import { foldText } from '@hinterland/catalogue';

/**
 * Words that some spellings of a brand have and others lack: kinds of business and legal forms in the languages of the
 * catalogue. They are left out only for comparing, and only within one sector.
 */
const GENERIC = new Set(
  `the el la il le der die das
  bank banco banca banque bankers
  supermarket supermarkets supermercado supermercados supermercato supermercati supermarche supermarches supermarkt
  market markets store stores shop shops group
  pharmacy pharmacies farmacia apotheke pharmacie drugstore
  restaurant restaurants cafe coffee bakery
  hotel hotels fitness gym
  inc ltd llc co corp plc pty gmbh ag kg sa sas srl spa bv nv ab`.split(/\s+/),
);

/** Text for comparing spellings: folded, "&" as "and", apostrophes and dots left out. */
export function nameKey(text: string): string {
  return foldText(text.replaceAll('&', ' and ').replaceAll('+', ' plus '));
}

/** The same without words that say nothing of the brand: "santander" for "Banco Santander"; all of it where nothing is left. */
export function brandKey(text: string): string {
  const words = nameKey(text).split(' ');
  const telling = words.filter((word) => !GENERIC.has(word));
  return (telling.length > 0 ? telling : words).join(' ');
}

/** Letter pairs of a name's key, spaces left out, in order: for `likeness`. */
export function letterPairs(key: string): Uint32Array {
  const letters = key.replaceAll(' ', '');
  const pairs = new Uint32Array(Math.max(0, letters.length - 1));
  for (let i = 0; i < pairs.length; i++) pairs[i] = letters.charCodeAt(i) * 65_536 + letters.charCodeAt(i + 1);
  return pairs.sort();
}

/** How alike two names are, 0..1: the share of letter pairs that both have (Dice). */
export function likeness(a: Uint32Array, b: Uint32Array): number {
  if (a.length + b.length === 0) return 0;
  let [i, j, common] = [0, 0, 0];
  while (i < a.length && j < b.length) {
    if (a[i] === b[j]) {
      common++;
      i++;
      j++;
    } else if (a[i]! < b[j]!) i++;
    else j++;
  }
  return (2 * common) / (a.length + b.length);
}
