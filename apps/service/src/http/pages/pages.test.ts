import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { type ProblemCode, problems } from '@hinterland/contract';
import { describe, expect, it } from 'vitest';
import { actions } from '../../testing/actions.ts';
import { drawn } from '../../testing/service.ts';
import { developersPage, landingPage } from './landing.ts';
import { escapeHtml } from './layout.ts';
import { problemIndex, problemPage } from './problem-pages.ts';
import { webhookPage } from './webhook-page.ts';

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
      expect(body).toContain(`<h1>${escapeHtml(title)}</h1>`);
      expect(body).toContain('<h2>Next step</h2>');
    },
  );

  it('an unknown code is not found', async () => {
    for (const code of ['nothing', '../config', 'constructor']) {
      await expect(problemPage(code)).rejects.toMatchObject({ code: 'not_found' });
    }
  });

  it('S227 the page that deliveries name in their User-Agent is the document about webhooks', async () => {
    const { body } = await webhookPage();
    expect(body).toMatch(/<h1>Webhooks<\/h1>[\s\S]*X-Service-Signature[\s\S]*verifyWebhook/);
    expect(body).not.toMatch(/<script|javascript:|<img/);
    expect(developersPage(actions, 'https://geo.example.com').body).toContain('href="/developers/webhooks"');
  });

  it('every page is one file without scripts, and its policy allows exactly its style', async () => {
    const territory = drawn({ name: '<script>alert(1)</script>' });
    const generation = { key: 'town#1', territory, areaCodes: new Set<string>() };
    const pages = [
      problemIndex(),
      await problemPage('quote_changed'),
      landingPage(actions, [generation], 'https://geo.example.com'),
      landingPage([], [], 'https://geo.example.com'),
      developersPage(actions, 'https://geo.example.com'),
    ];
    for (const { body, headers } of pages) {
      const html = body as string;
      expect(html).not.toMatch(/<script|javascript:|<img|<link|https?:\/\/(?!geo\.example\.com)/);
      const style = /<style>([\s\S]*?)<\/style>/.exec(html)?.[1] as string;
      const hash = createHash('sha256').update(style).digest('base64');
      expect(headers?.['Content-Security-Policy']).toContain(`style-src 'sha256-${hash}'`);
      expect(html).toMatch(/^<!doctype html>\n<html lang="en">/);
      for (const [, target] of html.matchAll(/href="(\/[^"]*)"/g)) {
        expect(target).toMatch(
          /^\/($|developers$|developers\/webhooks$|problems($|\/[a-z_]+$)|api\/v1\/openapi\.json$)/,
        );
      }
    }
  });

  it('the front page shows a call that can be copied', () => {
    const { body } = landingPage(actions, [], 'https://geo.example.com');
    expect(body).toContain('curl https://geo.example.com/api/v1/actions/test.charged/quote');
    expect(body).toContain(escapeHtml(JSON.stringify({ credits: 4 })));
  });
});
