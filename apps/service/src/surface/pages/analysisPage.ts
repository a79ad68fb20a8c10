import type { Answer } from '../../kit/http/answer.ts';
import type { Exchange } from '../../kit/http/exchange.ts';
import { ANYBODY } from '../../work/analyses/access.ts';
import { appDocument, sharedMapFiles } from '../app/files.ts';
import { type Html, html, trusted } from './html.ts';
import { languageOf } from './language/languages.ts';
import { type Words, wordsIn } from './language/words.ts';
import type { ReportParts } from './report/document.ts';
import type { Reports } from './report/service.ts';
import { latestRun } from './shared/latestRun.ts';
import { sharedPage } from './shared/layout.ts';
import { deadLink, findForVisitor, type VisitSettings } from './visit.ts';

export interface AnalysisPageSettings extends VisitSettings {
  readonly reports: Reports;
  /** See appDocument. */
  readonly checkoutOrigin: string | null;
  readonly house: boolean;
}

/**
 * An analysis at the address that is shared: in the studio for those who are signed in and may read it, as a page for
 * everyone else while a link for anyone is live. A link that has ended says how; of an analysis that was never shared by one the
 * page is that of an unknown code.
 */
export async function analysisPage(settings: AnalysisPageSettings, exchange: Exchange, code: string): Promise<Answer> {
  const visit = await findForVisitor(settings, exchange, code);
  if (visit === null) return deadLink(settings, exchange, code);
  const { found, reader } = visit;
  // The studio asks in the name of an organization; who has none sees the page.
  if (reader.organization.id !== ANYBODY.organization.id) {
    const studio = appDocument(settings);
    return { ...studio, headers: { ...studio.headers, 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex' } };
  }
  const words = wordsIn(languageOf(exchange));
  const run = await latestRun(settings.reports, reader, code, words.language);
  return sharedPage(
    typeof run === 'string' ? found.name : run.heading,
    html`${typeof run !== 'string' && html`<p class="kicker">${run.title}</p>`}
<h1>${typeof run === 'string' ? found.name : run.heading}</h1>
<p class="soft">${words.say('shared.by', { name: found.owner.name, day: words.day(found.updatedAt.toISOString()) })}</p>
${typeof run === 'string' ? html`<p>${words.say(`shared.${run}`)}</p>` : runHtml(run, code, words)}`,
    words,
    typeof run === 'string' || run.map === '' ? null : (sharedMapFiles()?.first ?? null),
  );
}

/** The parts of a report as they are read on a screen; the method is opened by those who want it. */
function runHtml(
  { verdict, sentence, caveats, map, charts, figures, sure, method }: ReportParts,
  code: string,
  words: Words,
): Html {
  return html`${trusted([verdict, sentence, caveats, liveMap(map, code, words), figures, ...charts, sure].join('\n'))}
${waysOut(code, words)}
${trusted(method)}`;
}

/** The picture of a map with what a script needs to make a map of it; without scripts it stays a picture. */
const liveMap = (map: string, code: string, words: Words): string => {
  const files = sharedMapFiles();
  if (map === '' || files === null) return map;
  const { script, style } = files;
  return html`<div data-live-map data-script="${script}" data-style="${style}" data-features="/a/${code}/export/geojson" data-tiles="/tiles?share=${code}" data-zoom-in="${words.say('map.zoomIn')}" data-zoom-out="${words.say('map.zoomOut')}" data-key-control="${words.say('map.keyControl')}" data-key-command="${words.say('map.keyCommand')}" data-fingers="${words.say('map.fingers')}">${trusted(map)}</div>`
    .text;
};

/** Addresses of the latest run as a report and as files. */
const waysOut = (code: string, words: Words): Html =>
  html`<p class="ways"><a href="/a/${code}/report?language=${words.language}">${words.say('shared.report')}</a> · <a href="/a/${code}/export/xlsx?language=${words.language}" download>${words.say('shared.xlsx')}</a> · <a href="/a/${code}/export/csv" download>${words.say('shared.csv')}</a> · <a href="/a/${code}/export/geojson" download>${words.say('shared.geojson')}</a></p>`;
