import { FORMATS, type FormatId, fileName } from '@hinterland/answers';
import { pathText, text } from '../../../kit/http/parameters.ts';
import { type Route, route } from '../../../kit/http/route.ts';
import type { Offload } from '../../../kit/offload/offload.ts';
import { ProblemError } from '../../../kit/problem.ts';
import { languageOf, languageQuery } from '../language/languages.ts';
import { wordsIn } from '../language/words.ts';
import { reportQuery } from '../report/routes.ts';
import type { Reports } from '../report/service.ts';
import { deadLink, findForVisitor, type VisitSettings } from '../visit.ts';

export interface ExportSettings extends VisitSettings {
  readonly reports: Reports;
  readonly baseUrl: () => string;
  /** The thread that writes files. */
  readonly offload: Pick<Offload, 'perform'>;
}

/** Stored runs as files, at their addresses, for everybody who may read the analysis, signed in or not. */
export const exportRoutes = (settings: ExportSettings): readonly Route[] => [
  route({
    method: 'GET',
    path: '/a/:code/export/:format',
    access: 'site',
    parameters: { code: pathText(), format: pathText() },
    query: {
      version: reportQuery.version,
      language: languageQuery,
      table: text('Id of the table of a CSV; the first where absent'),
    },
    respond: async ({ parameters: { code, format }, query: { version, language, table }, exchange }) => {
      if (!isFormat(format)) {
        const known = Object.keys(FORMATS).join(', ');
        throw new ProblemError('not_found', `There is no such format. Answers are exported as ${known}.`);
      }
      const visit = await findForVisitor(settings, exchange, code);
      if (visit === null) return deadLink(settings, exchange, code);
      const { found, run, area, origin } = await settings.reports.answered(
        visit.reader,
        code,
        version,
        exchange.signal,
      );
      const { results, input, summary } = run;
      const words = wordsIn(language ?? languageOf(exchange));
      const { versionNo } = summary;
      const versions = Object.entries(summary.dataVersion as Record<string, string>);
      const cover = {
        actionId: summary.actionId,
        title: found.name,
        by: [found.owner.name, ...(versionNo === null ? [] : [words.say('report.version', { no: versionNo })])].join(
          ' · ',
        ),
        at: summary.createdAt,
        link: `${settings.baseUrl()}/a/${code}`,
        data: versions.map(([family, version]) => `${words.title({ field: family })} ${version}`),
        language: words.language,
      };
      const source = { results, input, area, format, table, origin, cover };
      const bytes = 2 * (results.length + input.length);
      const body = (await settings.offload.perform({ kind: 'export', source, bytes })) as Uint8Array;
      const name = fileName(found.name, summary.versionNo, format);
      return {
        headers: {
          'Content-Type': FORMATS[format].mediaType,
          'Content-Disposition': `attachment; filename="${name}"`,
          'Cache-Control': 'no-store',
          'X-Robots-Tag': 'noindex',
        },
        body,
      };
    },
  }),
];

const isFormat = (name: string): name is FormatId => Object.hasOwn(FORMATS, name);
