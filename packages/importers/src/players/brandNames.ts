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

/** How alike two names are, 0..1: the share of letter pairs that both have (Dice), spaces and generic words left out. */
export function nameLikeness(a: string, b: string): number {
  const [first, second] = [letterPairs(brandKey(a)), letterPairs(brandKey(b))];
  const total = sum(first) + sum(second);
  if (total === 0) return 0;
  let common = 0;
  for (const [pair, count] of first) common += Math.min(count, second.get(pair) ?? 0);
  return (2 * common) / total;
}

function letterPairs(text: string): Map<string, number> {
  const letters = text.replaceAll(' ', '');
  const pairs = new Map<string, number>();
  for (let i = 0; i + 1 < letters.length; i++) {
    const pair = letters.slice(i, i + 2);
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
  }
  return pairs;
}

function sum(pairs: ReadonlyMap<string, number>): number {
  let total = 0;
  for (const count of pairs.values()) total += count;
  return total;
}
