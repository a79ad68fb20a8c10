import {
  MATCHED,
  REASONS,
  type Reason,
  reasonOf,
  searchAddressesAction,
  searchResolveAddress,
} from '@hinterland/actions';
import { readCsv } from '@hinterland/importers';
import { nameWords, type Territory } from '@hinterland/territory';

/** How many of the lines resolve to an address, and why the others do not, as a Markdown table. */
export function reasonsTable(territory: Territory, lines: readonly string[]): string {
  const context = { territory, channel: 'batch' as const, progress: () => undefined, cancelled: () => false };
  const counts = new Map<Reason, number>();
  for (const query of lines) {
    const { address, ambiguous } = searchResolveAddress.run(
      context,
      searchResolveAddress.input.parse({ query }),
    ).result;
    const reason = reasonOf(address, ambiguous);
    counts.set(reason, (counts.get(reason) ?? 0) + 1);
  }
  const matched = MATCHED.reduce((sum, reason) => sum + (counts.get(reason) ?? 0), 0);
  const share = (count: number) => `${((100 * count) / lines.length).toFixed(1)} %`;
  return [
    '| reason | | addresses | share |',
    '|---|---|--:|--:|',
    ...[...counts]
      .sort((a, b) => b[1] - a[1])
      .map(([reason, count]) => `| ${reason} | ${REASONS[reason]} | ${count} | ${share(count)} |`),
    `| **matched** | ${MATCHED.join(', ')} | ${matched} | ${share(matched)} |`,
  ].join('\n');
}

/** Fewer addresses of a ZIP code are slips of the pen, or its very edge. */
const LEAST_ADDRESSES = 20;

/** Different addresses of New York's rolling sales, "address, ZIP", in the ZIP codes that the territory has addresses of. */
export async function salesAddresses(territory: Territory, files: readonly string[]): Promise<string[]> {
  const { addresses, texts } = territory;
  const held = new Map<string, number>();
  for (const text of addresses.postcode) held.set(texts.text.at(text), (held.get(texts.text.at(text)) ?? 0) + 1);
  const lines = new Set<string>();
  for (const path of files) {
    let [address, postcode] = [-1, -1];
    await readCsv(
      { path },
      { delimiter: ',', skipLines: /2016/.test(path) ? 4 : 0 },
      {
        header(columns) {
          [address, postcode] = [columns.indexOf('ADDRESS'), columns.indexOf('ZIP CODE')];
        },
        row(cells) {
          const zip = cells[postcode]!.trim();
          if ((held.get(zip) ?? 0) >= LEAST_ADDRESSES)
            lines.add(`${cells[address]!.trim().replace(/\s+/g, ' ')}, ${zip}`);
        },
      },
    );
  }
  return [...lines];
}

/**
 * How many queries of a file find what is expected first. The file has the columns query and expected; a finding is what
 * is expected where it has all its words, in any order and spelling.
 */
export async function expectedTable(territory: Territory, path: string): Promise<string> {
  const { countries } = territory.manifest;
  let [first, listed, asked] = [0, 0, 0];
  const misses: string[] = [];
  let columns: readonly string[] = [];
  const context = { territory, channel: 'api' as const, progress: () => undefined, cancelled: () => false };
  await readCsv(
    { path },
    {},
    {
      header(names) {
        columns = names;
        for (const name of ['query', 'expected'])
          if (!names.includes(name)) throw new Error(`${path} has no column "${name}".`);
      },
      row(cells) {
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
      },
    },
  );
  const share = (count: number) => `${((100 * count) / Math.max(1, asked)).toFixed(1)} %`;
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
