import { describe, expect, test } from 'vitest';
import { recapturedShare } from '../../recapture/share.ts';
import { link } from './link.ts';
import { CHAINS, hasRealLists, REAL_PLACES, realLists } from './testing/realLists.ts';

/** Extracts with store finders of chains; SHOW_PAIRS=1 prints the table of docs/benchmarks/stores-of-several-lists.md. */
const PLACES = Object.keys(REAL_PLACES).filter((name) => REAL_PLACES[name]!.chains);

describe.skipIf(!hasRealLists)('maps beside the store finders of chains (needs ../shared/data)', () => {
  test('chain by chain: found, mapped, linked', async () => {
    const rows: string[] = [];
    const sums = { found: 0, mapped: 0, linked: 0 };
    for (const place of PLACES) {
      const stores = await realLists(place);
      const { storeOf } = link(stores, [REAL_PLACES[place]!.country]);
      const rowsOf = new Map<number, number[]>();
      for (const [row, store] of storeOf.entries()) rowsOf.set(store, [...(rowsOf.get(store) ?? []), row]);
      for (const [chain, { wikidata, name }] of Object.entries(CHAINS)) {
        const isChain = (row: number) => stores[row]!.wikidata === wikidata || stores[row]!.name === name;
        const found = stores.flatMap(({ id, sourceIndex }, row) =>
          sourceIndex === 1 && id.startsWith(`${chain}/`) ? [row] : [],
        );
        // A store that the map has twice is one.
        const mapped = new Set(
          stores.flatMap(({ sourceIndex }, row) => (sourceIndex === 0 && isChain(row) ? [storeOf[row]!] : [])),
        );
        const linked = found.filter((row) =>
          rowsOf.get(storeOf[row]!)!.some((other) => stores[other]!.sourceIndex === 0),
        );
        if (found.length + mapped.size === 0) continue;
        const both = linked.length;
        const share = recapturedShare(
          [0, mapped.size - both, found.length - both, both].map((count) => Math.max(0, count)),
          2,
        );
        const percent = (value: number) => `${Math.round(100 * value)}`;
        const range = share === null ? 'not measured' : `${percent(share.low)} to ${percent(share.high)}`;
        rows.push(`| ${place} | ${chain} | ${found.length} | ${mapped.size} | ${both} | ${range} |`);
        sums.found += found.length;
        sums.mapped += mapped.size;
        sums.linked += both;
      }
    }
    if (process.env.SHOW_PAIRS === '1') process.stdout.write(`${rows.join('\n')}\n${JSON.stringify(sums)}\n`);
    expect(sums.found).toBeGreaterThan(300);
    // Of the stores of these chains that the maps have, hardly one is of no finder.
    expect(sums.linked / sums.mapped).toBeGreaterThan(0.85);
  });
});
