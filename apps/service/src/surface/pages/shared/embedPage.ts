import type { Answer } from '../../../kit/http/answer.ts';
import type { Exchange } from '../../../kit/http/exchange.ts';
import { ProblemError } from '../../../kit/problem.ts';
import { ANYBODY, findReadable } from '../../../work/analyses/access.ts';
import { type Link, readLink } from '../../../work/analyses/link.ts';
import type { AnalysisPageSettings } from '../analysisPage.ts';
import { html, trusted } from '../html.ts';
import { languageOf } from '../language/languages.ts';
import { wordsIn } from '../language/words.ts';
import { endingOf } from './deadLink.ts';
import { latestRun } from './latestRun.ts';
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
  const words = wordsIn(languageOf(exchange));
  const { title, reason } = endingOf(link, words);
  const page = framedPage(title, html`<main><h1>${title}</h1><p>${reason}</p></main>`, link.sites, words.language);
  return { ...page, status: 404 };
}

async function livePage(
  { db, clock, reports }: AnalysisPageSettings,
  exchange: Exchange,
  code: string,
  { sites }: Link,
): Promise<Answer> {
  const found = await findReadable(db, clock, ANYBODY, code);
  const words = wordsIn(languageOf(exchange));
  const run = await latestRun(reports, ANYBODY, code, words.language);
  const body = html`<main>
<h1>${found.name}</h1>
${typeof run === 'string' ? html`<p>${words.say(`shared.${run}`)}</p>` : trusted(`${run.verdict}${run.sentence}${run.caveats}\n${run.map}`)}
</main>
<footer><p><a href="/a/${code}?language=${words.language}" target="_blank" rel="noopener">${words.say('shared.whole', { name: found.owner.name })}</a></p>
${typeof run !== 'string' && run.map === '' && html`<p class="soft">${run.attributions.join(' · ')}</p>`}</footer>`;
  return framedPage(found.name, body, sites, words.language);
}
