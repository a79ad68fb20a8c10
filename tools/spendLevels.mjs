import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';

/**
 * Writes packages/catalogue/src/spend/levels.json: what households of an economy spend per head and year by purpose.
 *
 *   node tools/spendLevels.mjs FOLDER
 *
 * FOLDER holds levels.csv (rows of economy, purpose, basis, source; one source per economy is preferred), household-share-of-actual.csv,
 * exchange-rates-pwt-2017-2019.csv, es-ine-household-consumption-1995-2022.csv and regional/us-bea-pce-by-state.csv.gz. Its figures are those of
 *
 *   World Bank, International Comparison Program 2021 and 2017 (CC BY 4.0)
 *   OECD, annual national accounts, tables T501 and T5A (CC BY 4.0)
 *   Eurostat, nama_10_cp18 (reuse with the source named)
 *   United Nations, UNdata, SNA table 3.2 (free with the source named)
 *   Penn World Table 10.01, exchange rates (CC BY 4.0)
 *
 * all of which may be passed on with the source named. They are written as published, so that each can be checked.
 */
const folder = process.argv[2];
if (folder === undefined) throw new Error('Usage: node tools/spendLevels.mjs FOLDER');
const DIVISIONS = Array.from({ length: 12 }, (_, i) => String(i + 1).padStart(2, '0'));
/** Of these an economy's figure may hold what governments and non-profits buy for households. */
const SHARED = ['04', '06', '09', '10', '12'];

function rowsOf(name) {
  const [head, ...lines] = readFileSync(join(folder, name), 'utf8').trim().split(/\r?\n/);
  const columns = head.split(',');
  return lines.map((line) => {
    const cells = line.match(/("([^"]|"")*"|[^,]*)(,|$)/g).map((cell) => cell.replace(/,$/, '').replace(/^"|"$/g, ''));
    return Object.fromEntries(columns.map((column, i) => [column, cells[i]]));
  });
}

function groupBy(rows, keyOf) {
  const groups = new Map();
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row]);
  return groups;
}

const median = (values) => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return sorted.length % 2 === 1 ? sorted[Math.floor(middle)] : (sorted[middle - 1] + sorted[middle]) / 2;
};
const digits = (value, count) => Number(value.toPrecision(count));

const levels = rowsOf('levels.csv');
const preferred = groupBy(
  levels.filter(({ preferred }) => preferred === '1'),
  ({ iso2 }) => iso2,
);
const shares = groupBy(rowsOf('household-share-of-actual.csv'), ({ iso3 }) => iso3);
const medianShare = Object.fromEntries(
  SHARED.map((division) => [
    division,
    digits(
      median(
        [...shares.values()]
          .flat()
          .filter(({ coicop }) => coicop === division)
          .map(({ share }) => Number(share)),
      ),
      4,
    ),
  ]),
);

/** Net purchases abroad of residents as a share of all consumption: below zero where visitors spend more than residents do abroad. */
function netAbroadOf(iso3) {
  for (const source of ['icp-2021', 'icp-2017']) {
    const of = (coicop) =>
      Number(levels.find((row) => row.iso3 === iso3 && row.source === source && row.coicop === coicop)?.per_head);
    const share = of('net-abroad') / of('total');
    if (Number.isFinite(share)) return digits(share, 3);
  }
  return null;
}

const economies = {};
for (const [iso2, rows] of [...preferred].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
  const found = DIVISIONS.map((division) => rows.find(({ coicop }) => coicop === division));
  if (found.some((row) => row === undefined)) continue;
  const [{ iso3, year, currency, source }] = rows;
  const own = shares.get(iso3) ?? [];
  const isActual = SHARED.filter((division) => found[DIVISIONS.indexOf(division)].basis === 'actual');
  economies[iso2] = {
    source: source.replace(/-\d{4}$/, ''),
    year: Number(year),
    currency,
    perHead: found.map(({ per_head }) => Number(per_head)),
    ...(isActual.length === 0
      ? {}
      : {
          householdShare: Object.fromEntries(
            isActual.map((division) => {
              const share = own.find(({ coicop }) => coicop === division)?.share;
              return [division, share === undefined ? medianShare[division] : Number(share)];
            }),
          ),
          hasOwnShares: isActual.every((division) => own.some(({ coicop }) => coicop === division)),
        }),
    netAbroad: netAbroadOf(iso3),
  };
}

/** Local currency per US dollar in 2019, as the economy with most people has it. */
const rates = {};
const rateRows = rowsOf('exchange-rates-pwt-2017-2019.csv').filter(({ year }) => year === '2019');
for (const [iso2, { currency }] of Object.entries(economies)) {
  const { iso3 } = preferred.get(iso2)[0];
  const rate = Number(rateRows.find(({ isocode }) => isocode === iso3)?.xr);
  if (currency === 'USD' || !(rate > 0)) continue;
  const people = Number(preferred.get(iso2)[0].population);
  if (!(rates[currency]?.people > people)) rates[currency] = { people, rate };
}
const perDollar = Object.fromEntries(
  Object.entries({ ...rates, USD: { rate: 1 } })
    .map(([currency, { rate }]) => [currency, digits(rate, 6)])
    .toSorted(([a], [b]) => (a < b ? -1 : 1)),
);

// Edition 2018 counts devices for pictures, sound and data under information and communication, edition 1999 under recreation.
const moved = [];
for (const iso3 of new Set(levels.map((row) => row.iso3))) {
  const shareOf = (source, division) => {
    const rows = levels.filter((row) => row.iso3 === iso3 && row.source === source && DIVISIONS.includes(row.coicop));
    if (rows.length !== 12) return Number.NaN;
    const sum = rows.reduce((total, row) => total + Number(row.per_head), 0);
    return Number(rows.find(({ coicop }) => coicop === division).per_head) / sum;
  };
  const new08 = shareOf('eurostat-cp18-2021', '08');
  for (const source of ['oecd-t5-2021', 'un-sna32-2021']) {
    const share = (new08 - shareOf(source, '08')) / shareOf(source, '09');
    if (Number.isFinite(share)) moved.push(share);
  }
}

// Insurance and financial services within the twelfth division, where a publisher splits it: edition 2018 has them apart.
const spain = new Map(
  rowsOf('es-ine-household-consumption-1995-2022.csv').map((row) => [
    row.COICOP,
    Number(row['2021'].replaceAll(',', '')),
  ]),
);
const states = gunzipSync(readFileSync(join(folder, 'regional/us-bea-pce-by-state.csv.gz')))
  .toString('utf8')
  .split('\n');
const functionOf = (line) =>
  Number(
    states
      .find((row) => new RegExp(`^SAPCE4,function,United States,US,${line},.*,2019,`).test(row))
      ?.split(',')
      .at(-1),
  );
const finance = {
  ES: (spain.get('EUR_A_124') + spain.get('EUR_A_125')) / spain.get('EUR_A_12'),
  // Lines 105, financial services and insurance; 118 to 121, personal care, items, social and professional services.
  US: functionOf(105) / [105, 118, 119, 120, 121].reduce((sum, line) => sum + functionOf(line), 0),
};
process.stdout.write(`insurance and finance of division 12: ${JSON.stringify(finance)}\n`);

const lines = Object.entries(economies).map(
  ([code, economy]) => `    ${JSON.stringify(code)}: ${JSON.stringify(economy)}`,
);
const text = `{
  "editions": { "movedTo08": ${digits(median(moved), 3)}, "economies": ${moved.length} },
  "insuranceAndFinanceOf12": ${JSON.stringify(Object.fromEntries(Object.entries(finance).map(([code, share]) => [code, digits(share, 3)])))},
  "perDollar2019": ${JSON.stringify(perDollar)},
  "economies": {
${lines.join(',\n')}
  }
}
`;
writeFileSync(fileURLToPath(new URL('../packages/catalogue/src/spend/levels.json', import.meta.url)), text);
process.stdout.write(`${lines.length} economies\n`);
