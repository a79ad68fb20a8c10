import { acceptedLanguage } from '@hinterland/answers';
import { z } from 'zod';
import type { Answer } from '../../../kit/http/answer.ts';
import type { Exchange } from '../../../kit/http/exchange.ts';
import { field } from '../../../kit/http/parameters.ts';
import { type SharedRoute, sharedRoute } from '../../../kit/http/sharedRoute.ts';
import { organizationParty } from '../../../kit/rates/pace.ts';
import { analysisCode } from '../../../work/analyses/routes.ts';
import { projectId } from '../../../work/projects/routes.ts';
import { languageQuery } from '../language/languages.ts';
import { policyOf } from './document.ts';
import type { Printer } from './pdf.ts';
import type { ProjectReports } from './projectReports.ts';
import type { Reports } from './service.ts';
import { PAPERS } from './source.ts';

const FORMATS = ['html', 'pdf'] as const;

const versionNo = z
  .string()
  .regex(/^[1-9]\d{0,8}$/, 'version must be the number of a version.')
  .transform(Number)
  .optional();

/** Parameters of every address of a report. */
export const reportQuery = {
  paper: field(z.enum(PAPERS, 'paper must be a4 or letter.').default('a4'), 'Paper that the report is laid out for'),
  version: field(versionNo, 'Number of a version; the latest run where absent'),
  language: languageQuery,
};

interface ReportServices {
  readonly reports: Reports;
  readonly projectReports: ProjectReports;
  readonly printer: Printer;
}

const format = field(z.enum(FORMATS, 'format must be html or pdf.').default('html'), 'html prints in any browser');

export const reportRoutes = ({ reports, projectReports, printer }: ReportServices): readonly SharedRoute[] => [
  sharedRoute({
    method: 'GET',
    path: '/analyses/:code/report',
    scope: 'read',
    parameters: { code: analysisCode },
    query: { format, ...reportQuery },
    operation: {
      id: 'getReport',
      tag: 'analyses',
      summary: 'A stored run as a report to print: verdict, map, key figures, a picture, method and sources',
      description:
        'Free. HTML is one document that loads nothing, with the same bytes for the same run on the same data in the same language. PDF is made from it by a Chromium of the service; where there is none, the answer is 503, and the HTML prints in any browser.',
      files: ['text/html', 'application/pdf'],
    },
    respond: async ({ caller, parameters, query: { format, ...asked }, exchange }) => {
      const wanted = inLanguage(asked, exchange);
      const { signal } = exchange;
      const document = await reports.html(caller, parameters.code, wanted, signal);
      if (format === 'html') return htmlAnswer(document);
      const bytes = await printer.print(document, organizationParty(caller.organization.id), signal);
      return pdfAnswer(bytes, parameters.code);
    },
  }),
  sharedRoute({
    method: 'GET',
    path: '/projects/:id/report',
    scope: 'read',
    parameters: { id: projectId },
    query: { format, paper: reportQuery.paper, language: languageQuery },
    operation: {
      id: 'getProjectReport',
      tag: 'projects',
      summary:
        'A decision as one report to print: what each of its answers says first, then each with its map and figures',
      description:
        'Free. HTML and PDF as of a stored run. Answers that are not shared with you are counted, and left out.',
      files: ['text/html', 'application/pdf'],
    },
    respond: async ({ caller, parameters, query: { format, ...asked }, exchange }) => {
      const { signal } = exchange;
      const document = await projectReports.html(caller, parameters.id, inLanguage(asked, exchange), signal);
      if (format === 'html') return htmlAnswer(document);
      const bytes = await printer.print(document, organizationParty(caller.organization.id), signal);
      return pdfAnswer(bytes, parameters.id);
    },
  }),
];

/** Returns what is asked for, in the language of the reader where none is named. */
export const inLanguage = <W extends { readonly language: string | undefined }>(asked: W, exchange: Exchange) => ({
  ...asked,
  language: asked.language ?? acceptedLanguage(exchange.header('accept-language')),
});

/** Shares may be revoked, so nothing is cached. */
const UNSTORED = { 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex' };

export const htmlAnswer = (document: string): Answer => ({
  headers: {
    ...UNSTORED,
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': policyOf(document),
  },
  body: document,
});

const pdfAnswer = (bytes: Uint8Array, code: string): Answer => ({
  headers: {
    ...UNSTORED,
    'Content-Type': 'application/pdf',
    'Content-Disposition': `inline; filename="report-${code}.pdf"`,
  },
  body: bytes,
});
