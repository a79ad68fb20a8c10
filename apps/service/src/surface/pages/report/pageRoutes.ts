import { pathText } from '../../../kit/http/parameters.ts';
import { type Route, route } from '../../../kit/http/route.ts';
import { deadLink, findForVisitor, type VisitSettings } from '../visit.ts';
import { htmlAnswer, inLanguage, reportQuery } from './routes.ts';
import type { Reports } from './service.ts';

export interface ReportPageSettings extends VisitSettings {
  readonly reports: Reports;
}

/** The report of an analysis at its address, for everybody who may read the analysis, signed in or not. */
export const reportPageRoutes = (settings: ReportPageSettings): readonly Route[] => [
  route({
    method: 'GET',
    path: '/a/:code/report',
    access: 'site',
    parameters: { code: pathText() },
    query: reportQuery,
    respond: async ({ parameters: { code }, query, exchange }) => {
      const visit = await findForVisitor(settings, exchange, code);
      if (visit === null) return deadLink(settings, exchange, code);
      return htmlAnswer(await settings.reports.html(visit.reader, code, inLanguage(query, exchange), exchange.signal));
    },
  }),
];
