import { readFileSync } from 'node:fs';
import { actions } from '@hinterland/actions';
import { LANGUAGES } from '@hinterland/answers';
import { describe, expect, it } from 'vitest';
import { policyOf, reportDocument, reportParts } from './document.ts';
import type { ReportSource } from './source.ts';

const worked = JSON.parse(readFileSync(new URL('../../../../examples/worked-answers.json', import.meta.url), 'utf8'));

/** Results that are stored in another form than a call is answered in: of a batch, how it ended. */
const STORED: Readonly<Record<string, object>> = {
  'enrich.points': {
    result: { charged: true, creditsCharged: 30, done: 3, skipped: 0, failed: 0, stopReason: null, rows: [] },
  },
};

const sourceOf = (id: string, more: Partial<ReportSource> = {}): ReportSource => {
  const action = actions.find((one) => one.id === id) as (typeof actions)[number];
  const { result } = { ...worked[id].execute, ...STORED[id] };
  return {
    name: 'Bakeries & <more>',
    owner: 'Ann',
    organization: 'Acme',
    actionId: id,
    actionTitle: action.title,
    versionNo: 3,
    createdAt: '2026-11-20T10:00:00.000Z',
    dataVersion: result.dataVersion ?? {},
    results: JSON.stringify(result),
    input: JSON.stringify(action.example),
    area: null,
    tiles: [],
    town: null,
    caveats: { modelledBy: [], rough: [], roughReasons: [] },
    sources: [{ family: 'territory', name: 'Streets', licence: 'CC0-1.0', attribution: 'Nobody' }],
    paper: 'a4',
    language: 'en',
    brand: { color: null, logo: null },
    ...more,
  };
};

const layersOf = (html: string, attribute: string) =>
  [...html.matchAll(new RegExp(`${attribute}="([^"]+)"`, 'g'))].map(([, name]) => name);

describe('the document of a report', () => {
  it.each(actions.filter(({ tariff }) => tariff !== null).map(({ id }) => id))(
    'of %s is the same bytes of the same source, and names what its map draws',
    (id) => {
      const html = reportDocument(sourceOf(id));
      expect(reportDocument(sourceOf(id))).toBe(html);
      expect(layersOf(html, 'data-legend')).toEqual(layersOf(html, 'data-drawn'));
      expect(html).not.toMatch(/undefined|NaN|\[object|<more>/);
    },
  );

  it('has every topic that was paid for, beside the areas around', () => {
    const { topics, benchmarks } = worked['analysis.people_economy'].execute.result;
    const html = reportDocument(sourceOf('analysis.people_economy'));
    const table = /<table class="key topics">.*?<\/table>/s.exec(html)?.[0] ?? '';
    expect(table.match(/scope="rowgroup"/g)).toHaveLength(topics.length);
    for (const { available, name } of benchmarks) expect([name, table.includes(name)]).toEqual([name, available]);
    const { median_age: age } = topics.find(({ code }: { code: string }) => code === 'age_classes').figures.state
      .values;
    expect(table).toContain(`>${age.toFixed(1)}<`);
  });

  it.each(actions.filter(({ tariff }) => tariff !== null).map(({ id }) => id))(
    'of %s is in the words of each language, with the same figures, legend and tables',
    (id) => {
      const shape = (html: string) => [
        layersOf(html, 'data-legend'),
        layersOf(html, 'data-table'),
        html.split('<figure class="chart">').length,
        html.split('<p class="sentence">').length,
      ];
      const english = reportDocument(sourceOf(id));
      const words = new Set<string>();
      for (const language of LANGUAGES) {
        const html = reportDocument(sourceOf(id, { language }));
        expect(html).toContain(`<html lang="${language}">`);
        expect([language, shape(html)]).toEqual([language, shape(english)]);
        expect([
          language,
          /\{\{|\b(sentence|chart|report|picture|part)\.[a-z]/.test(html.replace(/<style>.*?<\/style>/s, '')),
        ]).toEqual([language, false]);
        words.add(reportParts(sourceOf(id, { language })).sentence);
      }
      // A sentence for each language, where the action has one.
      expect([1, LANGUAGES.length]).toContain(words.size);
    },
  );

  it('is called by its subject and its town where nobody gave it a name, and names the town on the map', () => {
    const asked = { name: 'Is there room for another shop?', town: 'Port Halcyon' };
    const html = reportDocument(sourceOf('analysis.markets_sector', asked));
    expect(html).toContain('<h1>Supermarkets near Port Halcyon</h1>');
    expect(html).toMatch(/<text class="g-name"[^>]*>Port Halcyon<\/text>/);
    const german = reportDocument(sourceOf('analysis.markets_sector', { ...asked, language: 'de' }));
    expect(german).toContain('<h1>Supermärkte bei Port Halcyon</h1>');
    const named = reportDocument(sourceOf('analysis.markets_sector', { ...asked, name: 'Our fifth' }));
    expect(named).toContain('<h1>Our fifth</h1>');
    // The studio names an analysis by its question and its place, in the language of who asked.
    for (const [name, heading] of [
      ['Is there room for another shop? Northern Road 56', 'Supermärkte · Northern Road 56, Port Halcyon'],
      [
        'Y a-t-il place pour un autre magasin ? Boulangeries · Northern Road 56',
        'Bäckereien · Northern Road 56, Port Halcyon',
      ],
      ['Is there room for another shop? Bakeries · 3 places', 'Bäckereien · 3 Orte bei Port Halcyon'],
    ] as const)
      expect(reportDocument(sourceOf('analysis.markets_sector', { ...asked, name, language: 'de' }))).toContain(
        `<h1>${heading}</h1>`,
      );
    const people = { ...asked, name: 'Who lives nearby? Northern Road 56' };
    expect(reportDocument(sourceOf('analysis.people_economy', people))).toContain(`<h1>${people.name}</h1>`);
    const inGerman = reportDocument(sourceOf('analysis.people_economy', { ...people, language: 'de' }));
    expect(/<h1>(.*?)<\/h1>/.exec(inGerman)?.[1]).toMatch(/\? Northern Road 56$/);
    expect(inGerman).not.toContain('Who lives');
  });

  it('has at most five figures, the method in sentences, and no other table', () => {
    const html = reportDocument(sourceOf('analysis.markets_sector'));
    expect(html.split('<table').length - 1).toBe(1);
    expect(html.split('<th scope="row">').length - 1).toBe(5);
    expect(html).toContain('in the workbook (XLSX)');
    expect(html.split('<figure class="chart">').length - 1).toBe(1);
  });

  it.each(actions.filter(({ tariff }) => tariff !== null).map(({ id }) => id))(
    'of %s says no figures twice: its picture is another one than its table, or stands alone',
    (id) => {
      const { figures, charts } = reportParts(sourceOf(id));
      const textsOf = (markup: string, tag: RegExp) => [...markup.matchAll(tag)].map(([, text]) => text);
      // A table of several columns says more than the bars of one of them.
      const titles = figures.includes('<thead>') ? [] : textsOf(figures, /<caption>(.*?)<\/caption>/g);
      expect(
        textsOf(charts.join(''), /<figcaption>(.*?)<\/figcaption>/g).filter((one) => titles.includes(one)),
      ).toEqual([]);
    },
  );

  it('names bars in full, and a rate by its title alone', () => {
    const { figures, charts } = reportParts(sourceOf('analysis.markets_sector'));
    expect(charts.join('')).toContain('>Spent in stores here, by Huff&#39;s model<');
    expect(figures).toContain('<th scope="row">Stores for 10,000 residents</th>');
    expect(figures).toMatch(/<th scope="row">Demand, XMD a year<\/th>/);
  });

  it('is laid out for its paper, and has the color and the logo of its organization', () => {
    const plain = reportDocument(sourceOf('network.coverage'));
    expect(plain).toContain('@page{size:A4 portrait}');
    expect(plain).not.toContain('<img');
    const logo = 'data:image/png;base64,iVBORw0KGgo=';
    const own = reportDocument(sourceOf('network.coverage', { paper: 'letter', brand: { color: '#123456', logo } }));
    expect(own).toContain('@page{size:letter portrait}:root{--brand:#123456}');
    expect(own).toContain(`<img class="logo" alt="" src="${logo}">`);
    expect(policyOf(own)).not.toBe(policyOf(plain));
  });

  it('says beside its first figure where residents are those of a model and what is rough, in every language', () => {
    const caveats = {
      modelledBy: ['WorldPop & co'],
      rough: ['Only 40.0% live at <homes>.', 'A later reason.'],
      roughReasons: [
        { code: 'few_homes', values: { share: 0.4 } },
        { code: 'of_a_later_release', values: { share: 0.4 } },
      ],
    };
    const plain = reportDocument(sourceOf('analysis.isochrone'));
    expect(plain).not.toContain('class="caveats"');
    const said = LANGUAGES.map((language) => {
      const html = reportDocument(sourceOf('analysis.isochrone', { language, caveats }));
      const [, text] = /<section class="caveats">([\s\S]*?)<\/section>/.exec(html) ?? [];
      expect(text).toContain('(WorldPop &#38; co)');
      // What has a code is said in the language of the reader, the rest in English, marked as such.
      expect(text).toMatch(/<li>[^<]*40\s?%[^<]*<\/li>/);
      expect(text).not.toContain('homes');
      expect(text).toContain(`<li${language === 'en' ? '' : ' lang="en"'}>A later reason.</li>`);
      expect(html.indexOf('class="caveats"')).toBeLessThan(html.indexOf('<figure'));
      return text;
    });
    expect(new Set(said).size).toBe(LANGUAGES.length);
    expect(said[0]).toMatch(/[Mm]odel/);
    const modelled = reportDocument(
      sourceOf('analysis.isochrone', { caveats: { ...caveats, rough: [], roughReasons: [] } }),
    );
    const [, alone] = /<section class="caveats">([\s\S]*?)<\/section>/.exec(modelled) ?? [];
    expect(alone).not.toContain('<li');
  });

  it('loads nothing and runs nothing', () => {
    const html = reportDocument(sourceOf('site.rank'));
    expect(html).not.toMatch(/<script|<link|<iframe| on\w+=| style=|@import/i);
    expect([...html.matchAll(/url\(([^)]{0,20})/g)].every(([, address]) => address?.startsWith('data:font/'))).toBe(
      true,
    );
  });
});
