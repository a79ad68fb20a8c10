import type { Action } from '@hinterland/actions';
import { ANYBODY } from '../../analyses/access.ts';
import type { Answer } from '../../http/answer.ts';
import type { Exchange } from '../../http/exchange.ts';
import { appDocument } from '../app/files.ts';
import { type Html, html } from './html.ts';
import type { Reports } from './report/service.ts';
import type { RunMarkup } from './runMarkup.ts';
import { briefOf, withoutDrawing } from './shared/brief.ts';
import { sharedPage } from './shared/layout.ts';
import { deadLink, findForVisitor, type VisitSettings } from './visit.ts';

export interface AnalysisPageSettings extends VisitSettings {
  readonly actions: readonly Action[];
  readonly runMarkup: RunMarkup;
  readonly reports: Reports;
  /** See appDocument. */
  readonly checkoutOrigin: string | null;
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
    const studio = appDocument(settings.checkoutOrigin);
    return { ...studio, headers: { ...studio.headers, 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex' } };
  }
  const { reports, runMarkup } = settings;
  const [latest, brief] = await Promise.all([
    runMarkup.latest(found.id),
    briefOf(reports, reader, code, exchange.signal),
  ]);
  const hasMap = brief?.map != null;
  const run = html`${brief !== null && html`${brief.sentence}\n${brief.map}\n${brief.chart}`}
${waysOut(code)}
${latest !== null && (hasMap ? withoutDrawing(latest.results) : latest.results)}
${latest?.sources}`;
  return sharedPage(
    found.name,
    html`<h1>${found.name}</h1>
<p class="soft">An analysis by ${found.owner.name}, changed last on ${found.updatedAt.toISOString().slice(0, 10)}.</p>
${latest === null ? html`<p>It has not been run yet.</p>` : run}`,
  );
}

/** Addresses of the latest run as a report and as files. */
const waysOut = (code: string): Html =>
  html`<p><a href="/a/${code}/report">Report to print</a> · <a href="/a/${code}/export/xlsx" download>Workbook (XLSX)</a> · <a href="/a/${code}/export/csv" download>Table (CSV)</a> · <a href="/a/${code}/export/geojson" download>Map layers (GeoJSON)</a></p>`;
