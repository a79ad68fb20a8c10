import { ANYBODY, findReadable } from '../../../analyses/access.ts';
import { type Link, readLink } from '../../../analyses/link.ts';
import type { Answer } from '../../../http/answer.ts';
import type { Exchange } from '../../../http/exchange.ts';
import { ProblemError } from '../../../problem.ts';
import type { AnalysisPageSettings } from '../analysisPage.ts';
import { html } from '../html.ts';
import { briefOf } from './brief.ts';
import { ENDINGS } from './deadLink.ts';
import { framedPage } from './layout.ts';

/**
 * An analysis in a frame of the sites that its creator named, while its link for anyone is live: its sentence, the map with its
 * sources, and a link to the whole. It looks at no cookie, since it must show every visitor of that site the same.
 */
export async function embedPage(settings: AnalysisPageSettings, exchange: Exchange, code: string): Promise<Answer> {
  const link = await readLink(settings.db, settings.clock, code);
  // Old browsers would hold the header that every answer has against the sites, too.
  if (link.sites.length > 0) exchange.dropHeader('X-Frame-Options');
  try {
    return await livePage(settings, exchange, code, link);
  } catch (error) {
    if (!(error instanceof ProblemError) || error.code !== 'not_found') throw error;
  }
  const { title, reason } = ENDINGS[link.ended ?? 'unknown'];
  const page = framedPage(title, html`<main><h1>${title}</h1><p>${reason}</p></main>`, link.sites);
  return { ...page, status: 404 };
}

async function livePage(
  { db, clock, reports, runMarkup }: AnalysisPageSettings,
  exchange: Exchange,
  code: string,
  { sites }: Link,
): Promise<Answer> {
  const found = await findReadable(db, clock, ANYBODY, code);
  const [latest, brief] = await Promise.all([
    runMarkup.latest(found.id),
    briefOf(reports, ANYBODY, code, exchange.signal),
  ]);
  const body = html`<main>
<h1>${found.name}</h1>
${latest === null ? html`<p>It has not been run yet.</p>` : brief !== null && html`${brief.sentence}\n${brief.map}`}
</main>
<footer><p><a href="/a/${code}" target="_blank" rel="noopener">The whole analysis, by ${found.owner.name}</a></p>
${brief?.map == null && latest?.sources}</footer>`;
  return framedPage(found.name, body, sites);
}
