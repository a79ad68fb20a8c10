import { houseNumberKey, nameKey } from '@hinterland/catalogue';
import { parseQuery, searchAddresses } from '@hinterland/engine/geocode';
import { SeededRandom } from '@hinterland/geo';
import type { Territory } from '@hinterland/territory';
import { percentile } from '../percentile.ts';
import { FORMS, type Wanted } from './typed.ts';

const SEED = 20261121;
const WARM_UP = 300;

/** Rows of a Markdown table: per way of typing how many of the addresses come first, and how long it took. */
export function accuracy(territory: Territory, name: string, queries: number): string[] {
  const rows: string[] = [];
  const { addresses, texts, manifest } = territory;
  const wantedAt = (row: number): Wanted => ({
    number: addresses.number.at(row),
    street: texts.text.at(addresses.street[row]!),
    locality: texts.text.at(addresses.locality[row]!),
    postcode: texts.text.at(addresses.postcode[row]!),
  });
  const isSame = (a: Wanted, b: Wanted) =>
    houseNumberKey(a.number) === houseNumberKey(b.number) &&
    nameKey(a.street, manifest.countries) === nameKey(b.street, manifest.countries);
  for (const [form, typed] of Object.entries(FORMS)) {
    const random = new SeededRandom(SEED);
    const milliseconds: number[] = [];
    const cpuMilliseconds: number[] = [];
    let [asked, first, misses] = [0, 0, [] as string[]];
    for (let i = 0; i < WARM_UP; i++) {
      const text = typed(wantedAt(random.int(addresses.rows)), random);
      searchAddresses(territory, parseQuery(text, manifest.countries), { limit: 10 });
    }
    while (asked < queries) {
      const wanted = wantedAt(random.int(addresses.rows));
      if (wanted.number === '' || wanted.street === '') continue;
      asked++;
      const text = typed(wanted, random);
      const busy = process.cpuUsage();
      const started = performance.now();
      const [best] = searchAddresses(territory, parseQuery(text, manifest.countries), { limit: 10 });
      milliseconds.push(performance.now() - started);
      const { user, system } = process.cpuUsage(busy);
      cpuMilliseconds.push((user + system) / 1000);
      // The same address elsewhere shares the first place.
      if (best?.kind === 'address' && isSame(wantedAt(best.address), wanted)) first++;
      else misses.push(`${text} (${wanted.number} ${wanted.street})`);
    }
    rows.push(
      `| ${name} | ${form} | ${asked} | ${((100 * first) / asked).toFixed(1)}% | ${percentile(milliseconds, 0.5).toFixed(2)} | ${percentile(milliseconds, 0.99).toFixed(1)} | ${percentile(cpuMilliseconds, 0.99).toFixed(1)} |`,
    );
    if (process.env.SHOW_MISSES !== undefined) process.stderr.write(`${form}: ${misses.slice(0, 15).join('; ')}\n`);
  }
  return rows;
}
