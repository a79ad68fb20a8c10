import { createReadStream } from 'node:fs';
import {
  MATCHED,
  REASONS,
  type Reason,
  reasonOf,
  searchAddressesAction,
  searchResolveAddress,
} from '@hinterland/actions';
import { nameKey, nameWords } from '@hinterland/catalogue';
import { clipToBox, multiPolygonAreaSquareKm } from '@hinterland/geo';
import { readTable } from '@hinterland/tables';
import { AREA_KINDS, type Territory } from '@hinterland/territory';

/** An address as a list has it. */
export interface Line {
  /** "264 EAST 7TH STREET, 10009". */
  readonly query: string;
  /** The street alone. */
  readonly street: string;
  readonly postcode: string;
}

/** How many of the lines resolve to an address, and why the others do not: a Markdown table, per list a column. */
export function reasonsTable(territory: Territory, lists: Readonly<Record<string, readonly Line[]>>): string {
  const context = { territory, channel: 'batch' as const, progress: () => undefined, cancelled: () => false };
  const isHeld = streetTest(territory);
  const counts = Object.values(lists).map((lines) => {
    const byReason = new Map<Reason | 'street_not_held', number>();
    for (const { query, street } of lines) {
      const { address, ambiguous } = searchResolveAddress.run(
        context,
        searchResolveAddress.input.parse({ query }),
      ).result;
      const found = reasonOf(address, ambiguous);
      const reason = MATCHED.includes(found) || isHeld(street) ? found : 'street_not_held';
      byReason.set(reason, (byReason.get(reason) ?? 0) + 1);
    }
    return byReason;
  });
  const sizes = Object.values(lists).map((lines) => lines.length);
  const cells = (countOf: (byReason: (typeof counts)[number]) => number) =>
    counts.map((byReason, i) => {
      const count = countOf(byReason);
      return `${count} | ${((100 * count) / Math.max(1, sizes[i]!)).toFixed(1)}%`;
    });
  const reasons = [...new Set(counts.flatMap((byReason) => [...byReason.keys()]))];
  const all = (reason: (typeof reasons)[number]) => counts.reduce((sum, one) => sum + (one.get(reason) ?? 0), 0);
  const words = { ...REASONS, street_not_held: 'the map has no street of that name' };
  const matched = (byReason: (typeof counts)[number]) =>
    MATCHED.reduce((sum, reason) => sum + (byReason.get(reason) ?? 0), 0);
  return [
    `| reason | | ${Object.keys(lists).join(' | share | ')} | share |`,
    `|---|---|${'--:|'.repeat(2 * sizes.length)}`,
    `| **matched** | ${MATCHED.join(', ')} | ${cells(matched).join(' | ')} |`,
    ...reasons
      .sort((a, b) => all(b) - all(a))
      .map((reason) => `| ${reason} | ${words[reason]} | ${cells((one) => one.get(reason) ?? 0).join(' | ')} |`),
  ].join('\n');
}

/** Whether any address or road of the territory has a street's name, in one spelling or another. */
function streetTest({ addresses, edges, texts, manifest }: Territory): (street: string) => boolean {
  const rows = new Set([...addresses.street, ...edges.street]);
  const names = new Set([...rows].map((row) => nameKey(texts.text.at(row), manifest.countries)));
  return (street) => names.has(nameKey(street, manifest.countries));
}

/** Different addresses of New York's rolling sales in the ZIP codes that addresses of the territory have. */
export async function salesAddresses(territory: Territory, files: readonly string[]): Promise<Line[]> {
  const { addresses, texts } = territory;
  const held = new Set([...new Set(addresses.postcode)].map((text) => texts.text.at(text)));
  const lines = new Map<string, Line>();
  for (const path of files) {
    const options = { delimiter: ',', skipLines: /2016/.test(path) ? 4 : 0 };
    for await (const { columns, rows } of readTable(createReadStream(path), options)) {
      const [address, postcode] = [columns.indexOf('ADDRESS'), columns.indexOf('ZIP CODE')];
      for (const { cells } of rows) {
        const zip = cells[postcode]!.trim();
        if (!held.has(zip)) continue;
        const text = cells[address]!.trim().replace(/\s+/g, ' ');
        const query = `${text}, ${zip}`;
        // The flat stands behind a comma, the number before the street.
        lines.set(query, { query, street: text.split(',')[0]!.replace(/^\d\S* /, ''), postcode: zip });
      }
    }
  }
  return [...lines.values()];
}

/** Postcodes of which more than half lies in the territory's box. */
export function postcodesWithin({ areas, areaPolygon, manifest }: Territory): Set<string> {
  const codes = new Set<string>();
  for (let row = 0; row < areas.rows; row++) {
    if (AREA_KINDS[areas.kind[row]!] !== 'postcode') continue;
    const polygon = areaPolygon(row) ?? [];
    const inside = multiPolygonAreaSquareKm(clipToBox(polygon, manifest.bbox));
    if (inside > multiPolygonAreaSquareKm(polygon) / 2) codes.add(areas.code.at(row));
  }
  return codes;
}

/**
 * How many queries of a file find what is expected first. The file has the columns query and expected; a finding is what
 * is expected where it has all its words, in any order and spelling.
 */
export async function expectedTable(territory: Territory, path: string): Promise<string> {
  const { countries } = territory.manifest;
  let [first, listed, asked] = [0, 0, 0];
  const misses: string[] = [];
  const context = { territory, channel: 'api' as const, progress: () => undefined, cancelled: () => false };
  for await (const { columns, rows } of readTable(createReadStream(path))) {
    for (const name of ['query', 'expected'])
      if (!columns.includes(name)) throw new Error(`${path} has no column "${name}".`);
    for (const { cells } of rows) {
      const query = cells[columns.indexOf('query')]!;
      const expected = cells[columns.indexOf('expected')]!;
      asked++;
      const input = searchAddressesAction.input.parse({ query, continent: territory.manifest.continent });
      const found = searchAddressesAction.run(context, input).result.addresses;
      const words = nameWords(expected, countries);
      const at = found.findIndex(({ displayLine }) => {
        const held = new Set(nameWords(displayLine, countries));
        return words.every((word) => held.has(word));
      });
      if (at === 0) first++;
      if (at >= 0) listed++;
      else misses.push(`| ${query} | ${expected} | ${found[0]?.displayLine ?? 'nothing'} |`);
    }
  }
  const share = (count: number) => `${((100 * count) / Math.max(1, asked)).toFixed(1)}%`;
  return [
    `${asked} queries of ${path.split('/').at(-1)}: ${share(first)} first, ${share(listed)} among ten.`,
    '',
    ...(misses.length === 0 ? [] : ['| query | expected | found first |', '|---|---|---|', ...misses.slice(0, 20)]),
  ].join('\n');
}

/** How many poles are nearest to themselves. */
export function reverseSentence(
  territory: Territory,
  nearest: (lng: number, lat: number) => number | undefined,
): string {
  const { lngMicrodegrees, latMicrodegrees, rows } = territory.poles;
  let same = 0;
  for (let pole = 0; pole < rows; pole++) {
    const found = nearest(lngMicrodegrees[pole]! / 1e6, latMicrodegrees[pole]! / 1e6);
    const isSamePlace =
      found !== undefined &&
      lngMicrodegrees[found] === lngMicrodegrees[pole] &&
      latMicrodegrees[found] === latMicrodegrees[pole];
    if (isSamePlace) same++;
  }
  return `Of ${rows} poles, ${same} are what search.reverse_address finds at their own place.`;
}
