import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { example as calibration } from '../../../packages/actions/src/market.calibrate/example.ts';
import { demoBundle } from './demoBundle.ts';
import { dataFolder, hasData, root, run } from './hinterland.ts';

const scratch = mkdtempSync(join(tmpdir(), 'hinterland-cli-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

describe('help and usage', () => {
  it('names the line of the source in a stack', async () => {
    const damaged = mkdtempSync(join(scratch, 'damaged-'));
    writeFileSync(join(damaged, 'manifest.json'), '{');
    vi.stubEnv('HINTERLAND_DEBUG', '1');
    const { code, stderr } = await run(['territory', 'info', damaged]);
    vi.unstubAllEnvs();
    expect(code).toBe(1);
    const source = 'packages/territory/src/read/bundleFiles.ts';
    const line = Number(new RegExp(`${source}:(\\d+)`).exec(stderr)?.[1]);
    expect(readFileSync(join(root, source), 'utf8').split('\n')[line - 1]).toContain('throw new BundleError');
  });

  it.each([
    ['-33.45,-70.66'],
    ['-36.85,174.76'],
    ['38.72,-9.14'],
    ['-74.02,40.695,-73.968,40.73'],
    ['-54.59,-20.59,-54.51,-20.41'],
  ])('takes %s for a place, not for an option', async (place) => {
    for (const args of [
      [place, '--dry-run', '--json'],
      ['--dry-run', '--json', place],
      ['--dry-run', '--json', '--', place],
    ]) {
      const { code, stdout, stderr } = await run(['territory', 'get', ...args]);
      expect(stderr).toBe('');
      expect(code).toBe(0);
      expect(Object.keys(JSON.parse(stdout))).toContain('estimate');
    }
  });

  it.each([[[]], [['help']], [['--help']]])('hinterland %j lists the commands', async (args) => {
    const { code, stdout } = await run(args);
    expect(code).toBe(0);
    for (const name of ['demo', 'serve', 'territory', 'admin', 'call', 'work', 'batch', 'geocode', 'calibrate']) {
      expect(stdout).toContain(`  ${name} `);
    }
  });

  it.each([
    ['territory', 'build'],
    ['territory', 'check'],
    ['territory', 'info'],
    ['territory', 'draw'],
    ['admin', 'apply'],
    ['call'],
    ['work'],
    ['batch'],
    ['geocode'],
    ['calibrate'],
    ['serve'],
    ['demo'],
  ])('hinterland %s %s has a help text', async (...words) => {
    const { code, stdout } = await run([...words.filter((word) => word !== undefined), '--help']);
    expect(code).toBe(0);
    expect(stdout).toContain('Usage: hinterland');
  });

  it.each([
    [['no-such-command'], /unknown command/],
    [['territory', 'build'], /missing required argument|required option/],
    [['territory', 'build', 'no-such-recipe.yaml', '--out', 'x'], /no recipe no-such-recipe\.yaml/],
    [['admin', 'keys', 'revoke', 'abc'], /"abc" is neither the number nor the beginning of a key/],
    [['admin', 'credits', 'grant', '1', '-5'], /unknown option|not an amount/],
    [
      ['admin', 'credits', 'grant', '1', '20.000'],
      /"20\.000" may have thousands or decimals\. Write thousands without/,
    ],
    [['admin', 'credits', 'grant', '1', '20.000 credits'], /may have thousands or decimals/],
    [['admin', 'credits', 'grant', '1', '1,5.0'], /"1,5\.0" is not a number of credits/],
    [['admin', 'credits', 'grant', '1', '20 pounds'], /"20 pounds" is not a number of credits/],
    [['admin', 'organizations', 'delete', '1'], /--name/],
    [['admin', 'organizations', 'suspend', 'x'], /"x" is not the number of an organization/],
    [['admin', 'jobs', 'list', '--organization', 'x'], /"x" is not the number of an organization/],
    [['admin', 'deliveries', 'resend', 'x'], /"x" is not the number of a delivery/],
    [['admin', 'organizations', 'delete', 'x', '--name', 'Acme'], /"x" is not the number of an organization/],
    [['admin', 'apply', 'no-such-file.json'], /no file no-such-file\.json/],
    [['geocode', 'no-such-file.csv', '--address', 'a'], /no file no-such-file\.csv/],
    [['geocode', 'package.json'], /Say which columns hold the address/],
    [['call', 'no.such.action', 'x.json'], /There is no action no\.such\.action\. There are: /],
    [['work', '--territory', 'no-such-folder'], /no territory in no-such-folder/],
    [['work', '--threads', '0'], /--threads takes a number/],
    [['call', 'areas.list', 'no-such-file.json'], /no file no-such-file\.json/],
    [['calibrate', 'x.csv'], /required option '--sector/],
    [['calibrate', 'no-such-file.csv', '--sector', 'food.bakery'], /no file no-such-file\.csv/],
    [['calibrate', 'package.json', '--sector', 'food.bakery'], /package\.json: This is JSON, not CSV\. Write its rows/],
    [['calibrate', 'LICENSE', '--sector', 'food.bakery'], /needs the columns id, lat, lng, and sales/],
    [['batch', 'no-such-file.csv', '--key', 'k'], /no file no-such-file\.csv/],
    [['batch', 'LICENSE', '--key', 'k'], /LICENSE needs the columns lat and lng/],
    [['batch', 'x.csv', '--key', 'k', '--minutes', 'x'], /no file x\.csv/],
  ])('hinterland %j is a wrong call: exit code 2 and a sentence', async (args, message) => {
    const { code, stderr } = await run(args as string[]);
    expect(stderr).toMatch(message as RegExp);
    expect(code).toBe(2);
  });

  it.each([
    ['id,lat,lng\na,1,2', /needs the columns id, lat, lng, and sales/],
    ['id,lat,lng,sales\na,1,2,3\na,1,2,4', /Another store has the id "a" already/],
    ['id,lat,lng,sales\na,1,200,3', /line 2: lng must be a number from -180 to 180, not "200"/],
    ['id,lat,lng,sales\na,1,2,-3', /line 2: sales must be a number/],
    ['id;lat;lng;sales\na;1,5;2,5;1.234', /line 2: sales: "1\.234" may have thousands or decimals/],
    ['id;lat;lng;sales\na;1,5;2,5 O;12', /line 2: lng must be a number from -180 to 180, not "2,5 O"/],
    ['id,lat,lng,sales\n', /a header and no rows/],
    [
      'id,lat,lng,sales\na,1,2,3,4\nb,1,2\n',
      /line 2 has 5 cells, the header has 4.*left out.*line 3 has 3 cells.*no rows/s,
    ],
  ])('calibrate names the line at fault: %j', async (text, message) => {
    const file = join(scratch, 'sales.csv');
    writeFileSync(file, text);
    const { code, stderr } = await run(['calibrate', file, '--sector', 'food.bakery']);
    expect(stderr).toMatch(message);
    expect(code).toBe(2);
  });

  it('calibrate learns what market.calibrate learns', async () => {
    const { stores, sectorCode } = calibration;
    const file = join(scratch, 'stores.csv');
    const input = { sectorCode, stores: stores.slice(0, -1).map((store) => ({ ...store, id: String(store.id) })) };
    const lines = input.stores.map(({ id, lat, lng, sales, squareMeters }) =>
      [id, lat, lng, sales, squareMeters].join(','),
    );
    writeFileSync(file, ['Store No,Latitude,Longitude,Umsatz,square_meters', ...lines].join('\n'));
    writeFileSync(join(scratch, 'calibrate.json'), JSON.stringify(input));
    const territory = ['--territory', await demoBundle()];
    const called = await run(['call', 'market.calibrate', join(scratch, 'calibrate.json'), ...territory]);
    const { code, stdout, stderr } = await run(['calibrate', file, '--sector', sectorCode, ...territory]);
    expect([code, JSON.parse(stdout)]).toEqual([0, JSON.parse(called.stdout)]);
    expect(stderr).toContain(JSON.parse(stdout).sentence);
  });

  it('reads columns by the names that datasets know', async () => {
    const file = join(scratch, 'names.csv');
    for (const [text, command, message] of [
      ['Store No;Latitude;Longitude\nA;91;2\n', ['batch', file, '--key', 'k'], /line 2: lat must be/],
      ['name,lng,lat\nA,200,2\n', ['batch', file, '--key', 'k'], /line 2: lng must be/],
      ['Filiale;GPS\nA;95 200\n', ['batch', file, '--key', 'k'], /line 2: lat must be/],
      ['id;lat;lng;Umsatz\na;1;2;-3\n', ['calibrate', file, '--sector', 'food.bakery'], /line 2: sales must be/],
      [
        'Filialnr;Breitengrad;Längengrad;Umsatz 2025\na;1;2;x\n',
        ['calibrate', file, '--sector', 'food.bakery'],
        /sales must/,
      ],
    ] as const) {
      writeFileSync(file, text);
      const { code, stderr } = await run([...command]);
      expect(stderr).toMatch(message);
      expect(code).toBe(2);
    }
  });

  it('reads files of other encodings, told by their words or named', async () => {
    const file = join(scratch, 'latin.csv');
    writeFileSync(file, Buffer.from('id,lat,lng,sales\nKöln,1,200,3', 'latin1'));
    for (const [encoding, message] of [
      [[], /Read as windows-1252\..*line 2: lng must be a number from -180 to 180/s],
      [['--encoding', 'utf-8'], /is not written in utf-8/],
      [['--encoding', 'windows-1252'], /line 2: lng must be a number from -180 to 180/],
      [['--encoding', 'klingon'], /"klingon" is no known encoding/],
    ] as const) {
      for (const command of [
        ['calibrate', file, '--sector', 'food.bakery'],
        ['batch', file, '--key', 'k'],
      ]) {
        const { code, stderr } = await run([...command, ...encoding]);
        expect(stderr).toMatch(message);
        expect(code).toBe(2);
      }
    }
  });

  it('check of a folder that is no bundle fails with a sentence', async () => {
    const { code, stderr, stdout } = await run(['territory', 'check', scratch]);
    expect(code).toBe(1);
    expect(`${stdout}${stderr}`).toContain('manifest.json');
  });
});

describe.skipIf(!hasData)('a territory of real files (Monaco; needs the test data beside the project)', () => {
  const bundle = join(scratch, 'monaco');

  it('build, check, info, draw and call work one after the other', async () => {
    const built = await run(['territory', 'build', 'recipes/monaco.yaml', '--data', dataFolder, '--out', bundle]);
    expect(`${built.code} ${built.stderr}`).toMatch(/^0 /);
    expect(built.stdout).toContain('poles');
    expect(existsSync(join(bundle, 'manifest.json'))).toBe(true);

    const checked = await run(['territory', 'check', bundle]);
    expect(`${checked.code} ${checked.stdout}`).toContain('everything is in order');

    const info = JSON.parse((await run(['territory', 'info', bundle, '--json'])).stdout);
    expect(info.manifest.countries).toEqual(['MC']);

    const areas = JSON.parse((await run(['territory', 'areas', bundle, '--json'])).stdout) as { code: string }[];
    expect(areas.map(({ code }) => code)).toContain('MC');
    const none = await run(['territory', 'areas', bundle, '--level', '3']);
    expect(`${none.code} ${none.stderr}`).toMatch(/^2 .*has no area of level 3; its levels are .*2/s);

    const picture = join(scratch, 'monaco.svg');
    const drawn = await run(['territory', 'draw', bundle, '--minutes', '3,6', '--mode', 'walk', '--out', picture]);
    expect(`${drawn.code} ${drawn.stderr}`).toMatch(/^0 /);
    const svg = readFileSync(picture, 'utf8');
    expect(svg).toMatch(/^<svg /);
    expect(svg).toContain('6 min');

    const input = join(scratch, 'input.json');
    const { lat, lng } = info.manifest.center;
    writeFileSync(
      input,
      JSON.stringify({ origins: [{ lat, lng }], bandSeconds: [600], mode: 'walk', traffic: 'normal' }),
    );
    const called = await run(['call', 'analysis.isochrone', input, '--territory', bundle]);
    expect(`${called.code} ${called.stderr}`).toMatch(/^0 /);
    expect(JSON.parse(called.stdout).bands[0].cumulativeResidents).toBeGreaterThan(100);
    const quoted = await run(['call', 'analysis.isochrone', input, '--territory', bundle, '--quote']);
    expect(JSON.parse(quoted.stdout).lines[0].credits).toBe(3);

    const stores = [
      { id: 1, lat, lng, name: 'Here & now' },
      { id: 2, lat: lat + 0.002, lng, name: 'North' },
    ];
    writeFileSync(input, JSON.stringify({ stores, minutes: 5, mode: 'walk', closeCount: 1, snapLimitMeters: 500 }));
    const map = join(scratch, 'network.svg');
    const network = await run(['call', 'network.coverage', input, '--territory', bundle, '--draw', map]);
    expect(`${network.code} ${network.stderr}`).toMatch(/^0 /);
    expect(JSON.parse(network.stdout).network.coveredByOne).toBeGreaterThan(0);
    const drawnMap = readFileSync(map, 'utf8');
    for (const text of ['Here &#38; now', '<g class="shapes part-covered"', 'class="g-minor g-line"', 'OpenStreetMap'])
      expect(drawnMap).toContain(text);
  });

  it('a damaged file is named by check', async () => {
    const family = join(bundle, 'territory');
    const version = JSON.parse(readFileSync(join(bundle, 'manifest.json'), 'utf8')).families.territory.version;
    const path = join(family, version, 'poles.arrow');
    const bytes = readFileSync(path);
    writeFileSync(path, bytes.subarray(0, bytes.length - 100));
    const { code, stdout, stderr } = await run(['territory', 'check', bundle]);
    expect(code).toBe(1);
    expect(`${stdout}${stderr}`).toContain('poles.arrow');
    writeFileSync(path, bytes);
  });
});
