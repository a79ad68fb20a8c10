import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { actions as publicActions } from '@hinterland/actions';
import { LIMITS, type ProblemCode, problems } from '@hinterland/contract';
import { describe, expect, it } from 'vitest';
import { actions } from '../../testing/actions.ts';
import { assetFile } from './assets.ts';
import { withChangelog } from './changelog.ts';
import { developersPage, documentPage, imageFile, singlePage } from './developers.ts';
import { listDocuments } from './documents.ts';
import { html } from './html.ts';
import { problemIndex, problemPage } from './problemPages.ts';

const codes = Object.keys(problems) as ProblemCode[];

describe('pages', () => {
  it.each(codes)(
    'the page of %s tells what happened, why, and what to do, with an example that is true',
    async (code) => {
      const text = await readFile(new URL(`../../../../../docs/problems/${code}.md`, import.meta.url), 'utf8');
      expect([...text.matchAll(/^## (.*)$/gm)].map((match) => match[1])).toEqual([
        'What happened',
        'Why',
        'Next step',
        'Example',
      ]);
      expect(text).toMatch(new RegExp(`^# ${problems[code].title}\n`));
      const example = JSON.parse(/\n\n(\{[\s\S]*?\n\})\n```/.exec(text)?.[1] as string);
      const { status, title, fields } = problems[code];
      expect(example).toMatchObject({ error: code, status, title, type: `https://geo.example.com/problems/${code}` });
      const own = Object.keys(example).slice(6);
      expect(own.filter((field) => !(fields as readonly string[]).includes(field))).toEqual([]);
      expect(text).toContain(`HTTP/1.1 ${status} `);
      const { body } = await problemPage(code);
      expect(body).toContain(html`<h1>${title}</h1>`.text);
      expect(body).toContain('<h2 id="next-step">Next step</h2>');
    },
  );

  it('an unknown code is not found', async () => {
    for (const code of ['nothing', '../config', 'constructor']) {
      await expect(problemPage(code)).rejects.toMatchObject({ code: 'not_found' });
    }
  });

  it('S227 the page that deliveries name in their User-Agent is the document about webhooks', async () => {
    const { body } = await documentPage('guides', 'webhooks', 'https://geo.example.com');
    expect(body).toMatch(/<h1 id="webhooks">Webhooks<\/h1>[\s\S]*X-Service-Signature[\s\S]*verifyWebhook/);
    expect(body).not.toMatch(/<script|javascript:|<img/);
    expect((await developersPage({ actions, house: false })).body).toContain('href="/developers/guides/webhooks"');
  });

  it('the price of a sum is shown as one, not as "null per section"', async () => {
    const { body } = await developersPage({ actions: publicActions, house: false });
    expect(body).toContain('<td>sum of its sections</td>');
    expect(body).toContain('<td>sum of its points</td>');
    expect(body).not.toMatch(/\b(null|undefined) per /);
  });

  it('a page runs nothing, loads nothing from elsewhere, and holds no style of its own', async () => {
    const pages = [
      await problemIndex(),
      await problemPage('quote_changed'),
      await developersPage({ actions, house: false }),
      await documentPage('guides', 'first-call', 'https://geo.example.com'),
    ];
    for (const { body, headers } of pages) {
      const html = body as string;
      expect(html).not.toMatch(/<script|<style|style=|javascript:|(?:src|<link[^>]*href)="(?!\/)/);
      expect(html).not.toMatch(/https?:\/\/(?!geo\.example\.com)/);
      expect(headers?.['Content-Security-Policy']).toMatch(/^default-src 'none'; style-src 'self'; font-src 'self'; /);
      expect(headers?.['Content-Security-Policy']).not.toMatch(/script-src|unsafe/);
      expect(html).toMatch(/^<!doctype html>\n<html lang="en">/);
    }
  });

  it('the files that a page loads are named by their content and kept for good', async () => {
    const page = (await problemIndex()).body as string;
    const named = [...page.matchAll(/"\/assets\/([^"]+)"/g)].map(([, name]) => name as string);
    const css = assetFile(named.find((name) => name.endsWith('.css')) as string, undefined).body?.toString() as string;
    const fonts = [...css.matchAll(/url\(([^)]*)\)/g)].map(([, address]) => address as string);
    expect(fonts.filter((address) => !/^\/assets\/ibm-plex-[\w-]+\.[0-9a-f]{12}\.woff2$/.test(address))).toEqual([]);
    const families = new Set([...css.matchAll(/font-family: (?!var)([^;]*);/g)].map(([, family]) => family));
    expect([...families]).toEqual(["'IBM Plex Sans Variable'", "'IBM Plex Mono'"]);
    for (const name of [...named, ...fonts.map((address) => address.slice('/assets/'.length))]) {
      const { headers, body } = assetFile(name, 'gzip, br');
      expect(headers?.['Cache-Control']).toBe('public, max-age=31536000, immutable');
      const bytes = headers?.['Content-Encoding'] === 'gzip' ? gunzipSync(body as Buffer) : (body as Buffer);
      const hash = createHash('sha256').update(bytes).digest('hex');
      expect(hash.slice(0, 12)).toBe(/\.([0-9a-f]+)\.\w+$/.exec(name)?.[1]);
      expect(assetFile(name, undefined).body).toEqual(bytes);
    }
    expect(named.map((name) => name.replace(/^.*\./, ''))).toEqual(['woff2', 'css']);
    for (const name of ['style.css', '../layout.ts', 'nothing.000000000000.css'])
      expect(() => assetFile(name, undefined)).toThrow(expect.objectContaining({ code: 'not_found' }));
  });

  it('documents are found by their names alone', async () => {
    const { guides, methods } = await listDocuments();
    expect(guides[0]).toEqual({
      name: 'first-call',
      address: '/developers/guides/first-call',
      title: 'First call',
      summary: 'From nothing to an answer in a minute, on your own machine.',
      head: null,
    });
    expect(methods.map(({ name }) => name)).toContain('isochrone');
    for (const name of ['../style', '../../README', 'README.txt', 'nothing', '', '%2e%2e']) {
      await expect(documentPage('guides', name, ''), name).rejects.toMatchObject({ code: 'not_found' });
      await expect(imageFile(name), name).rejects.toMatchObject({ code: 'not_found' });
    }
  });

  it('S245 the guide names the limits that there are', async () => {
    const text = await readFile(new URL('../../../../../docs/guides/limits.md', import.meta.url), 'utf8');
    const rows = Object.fromEntries(
      [...text.matchAll(/^\| (.*?) \| (.*?) \|$/gm)].map(([, what, limit]) => [what, limit]),
    );
    const largeBodies = publicActions.filter(({ largeBody }) => largeBody === true).map(({ id }) => id);
    const window = `in any ${LIMITS.rateWindowSeconds} seconds`;
    expect(rows).toMatchObject({
      'requests of a key': `${LIMITS.requestsPerMinute} ${window}`,
      'charged executions of a key': `${LIMITS.chargedExecutionsPerMinute} ${window}`,
      'requests without a valid key, per network address': `${LIMITS.unauthenticatedPerMinute} ${window}`,
      'duration of a run': `${LIMITS.runSeconds} seconds`,
      body: `${LIMITS.bodyBytes / 2 ** 20} MiB; ${LIMITS.largeBodyBytes / 2 ** 20} MiB for \`${largeBodies.join('` and `')}\``,
      'points of a batch': `${LIMITS.enrichPointsMax}`,
      'places of `site.rank`': `${LIMITS.siteRankCandidatesMin} to ${LIMITS.siteRankCandidatesMax}`,
      'stores of `network.coverage`': `${LIMITS.networkStoresMin} to ${LIMITS.networkStoresMax}`,
      'rows of a dataset that `enrich.dataset` works on': `${LIMITS.enrichDatasetRowsMax.toLocaleString('en-US')}, in files of ${LIMITS.enrichDatasetPartRows.toLocaleString('en-US')} rows`,
      'results of a job': `kept for ${LIMITS.jobResultDays} days; the address of a file is good for ${LIMITS.partAddressMinutes} minutes`,
      'active webhooks of an organization': `${LIMITS.activeWebhooksPerOrganization}`,
    });
  });

  it('S257 D151 every change is on a page, and stands in the served OpenAPI document for programs', async () => {
    const text = await readFile(new URL('../../../../../CHANGELOG.md', import.meta.url), 'utf8');
    const { info } = withChangelog({ info: { title: 'x' } }) as { info: { title: string; 'x-changelog': any[] } };
    expect([info.title, info['x-changelog'].map(({ version }) => version)]).toEqual([
      'x',
      [...text.matchAll(/^## (.*)$/gm)].map(([, version]) => version),
    ]);
    const changes = info['x-changelog'].flatMap((release) => release.changes as string[]);
    expect(changes).toHaveLength([...text.matchAll(/^- /gm)].length);
    const flat = text.replace(/\s+/g, ' ');
    for (const change of changes) expect(flat).toContain(`- ${change}`);
    const { body } = await singlePage('changelog', '');
    expect(String(body).match(/<li>/g)?.length).toBeGreaterThanOrEqual(changes.length);
  });

  it('S256 the guide says how long v1 would go on beside a v2, and how that is announced', async () => {
    const { body } = await documentPage('guides', 'versioning', '');
    expect(body).toMatch(/v1 stays for twelve months[\s\S]*<code>Sunset<\/code>/);
  });

  it('decisions are pages by subject, and records say what became of them', async () => {
    const list = (await documentPage('decisions', undefined, '')).body as string;
    expect(list).toContain('href="/developers/decisions/life-of-a-charge"');
    expect(list).not.toContain('0105');
    const charge = (await documentPage('decisions', 'life-of-a-charge', '')).body as string;
    expect(charge).toMatch(/href="\/developers\/decisions\/0041-[\w-]+"/);
    const archive = (await documentPage('decisions', 'archive', '')).body as string;
    expect(archive).toContain('href="/developers/decisions/0105-reference-component"');
    const { body } = await documentPage('decisions', '0105-reference-component', '');
    expect(body).toMatch(/Pages, 2026-11-21: replaced by <a href="\/developers\/decisions\/0176-[\w-]+">0176<\/a>\./);
  });

  it('samples call the service that shows them', async () => {
    const { body } = await documentPage('guides', 'first-call', 'https://geo.example.com');
    expect(body).toContain('curl -s https://geo.example.com/api/v1/actions/analysis.isochrone/execute');
    expect(body).not.toContain('127.0.0.1');
  });
});
