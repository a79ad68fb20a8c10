import { createHash } from 'node:crypto';
import { tellingOf } from '@hinterland/actions/tell';
import { chartsIn, tablesOf, type Verdict } from '@hinterland/answers';
import { type Html, html, trusted } from '../html.ts';
import { type Words, wordsIn } from '../language/words.ts';
import { scrolling } from '../layout.ts';
import { chartHtml } from './chartHtml.ts';
import { mapHtml } from './map.ts';
import type { ReportSource } from './source.ts';
import { styleOf } from './style.ts';
import { tablesHtml } from './tableHtml.ts';

/** Parts of a report as markup, for other pages, too. */
export interface ReportParts {
  /** The answer to the question, with its figures and how sure it is; empty where there is no yes or no. */
  readonly verdict: string;
  /** What the result says first; empty where it has no such figure. */
  readonly sentence: string;
  /** Empty where nothing lies on a map. */
  readonly map: string;
  readonly charts: readonly string[];
  readonly figures: string;
  /** The method, and the data with their sources. */
  readonly method: string;
  /** The action, by its title or the question that it answers. */
  readonly title: string;
  /** Whose data lie on the map and in the figures, each once. */
  readonly attributions: readonly string[];
}

/** Returns the parts of a report, each the same bytes of the same source. */
export function reportParts(source: ReportSource): ReportParts {
  const { actionId, actionTitle, results, language, sources } = source;
  const words = wordsIn(language);
  const result: unknown = JSON.parse(results);
  const telling = tellingOf(actionId, result);
  const { sentence } = telling;
  const tables = tablesOf(result, { isForReading: true });
  const method = tables.filter(({ id }) => id === 'method');
  const figures = tables.filter(({ id }) => id !== 'method');
  return {
    verdict: telling.verdict === undefined ? '' : verdictHtml(telling.verdict, words).text,
    sentence:
      sentence === null
        ? ''
        : html`<p class="sentence"><strong>${words.tell(sentence.figure)}</strong> ${words.tell(sentence.rest)}</p>`
            .text,
    map: mapHtml(source)?.text ?? '',
    charts: chartsIn(telling).map((chart) => chartHtml(chart, words).text),
    figures:
      figures.length === 0 ? '' : html`<h2>${words.say('report.figures')}</h2>\n${tablesHtml(figures, words)}`.text,
    method: html`<section class="sources"><h2>${words.say('report.method')}</h2>
${dataHtml(source, words)}
${tablesHtml(method, words)}
</section>`.text,
    title: titleIn(actionId, actionTitle, words),
    attributions: [...new Set(sources.map(({ attribution }) => attribution))],
  };
}

/** Returns a report as a document of its own, which loads nothing: style, fonts, map and logo are in it. */
export function reportDocument(source: ReportSource): string {
  const { name, brand, language } = source;
  const words = wordsIn(language);
  const { title, verdict, sentence, map, charts, figures, method } = reportParts(source);
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${name}</title>
${styleElement(source)}
</head>
<body>
<main>
<header>${brand.logo !== null && logoHtml(brand.logo)}<p class="kicker">${title}</p><h1>${name}</h1><p class="soft">${byline(source, words)}</p></header>
${trusted([verdict, sentence, map, ...charts, figures, method].join('\n'))}
</main>
</body>
</html>
`.text;
}

function verdictHtml({ outcome, headline, because, sure }: Verdict, words: Words): Html {
  return html`<section class="verdict" data-outcome="${outcome}"><p class="headline">${words.title(headline)}</p>
${because.map((one) => html`<p>${words.title(one)}</p>`)}
<p class="soft">${words.say('verdict.howSure')} ${words.title(sure)}</p></section>`;
}

/** The action by its title in English, elsewhere by the question that it answers. */
function titleIn(actionId: string, title: string, words: Words): string {
  if (words.language === 'en') return title;
  const key = `ask.${actionId}`;
  const question = words.tell({ text: key as 'ask.site.rank' });
  return question === key ? title : question;
}

/** The Content-Security-Policy of a report: its own style, fonts and images, and nothing else. */
export function policyOf(document: string): string {
  const style = /<style>([\s\S]*?)<\/style>/.exec(document)?.[1] ?? '';
  const hash = createHash('sha256').update(style).digest('base64');
  return `default-src 'none'; style-src 'sha256-${hash}'; font-src data:; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
}

const styleElement = ({ paper, brand }: ReportSource): Html => trusted(`<style>${styleOf(paper, brand.color)}</style>`);

/** The service made the address from bytes that it has checked. */
const logoHtml = (logo: string): Html => trusted(`<img class="logo" alt="" src="${logo}">`);

function byline({ owner, organization, versionNo, createdAt }: ReportSource, words: Words): string {
  const by = organization === '' ? owner : `${owner}, ${organization}`;
  const version = versionNo === null ? [] : [words.say('report.version', { no: versionNo })];
  return [by, ...version, words.day(createdAt)].join(' · ');
}

/** Versions of the data with their sources and licences. */
function dataHtml({ dataVersion, sources }: ReportSource, words: Words): Html {
  const rows = Object.entries(dataVersion).map(([family, version]) => {
    const named = sources.filter((one) => one.family === family).map(({ name, licence }) => `${name} (${licence})`);
    return html`<tr><th scope="row">${family}</th><td>${version}</td><td>${named.join('; ') || '–'}</td></tr>`;
  });
  const head = (['report.family', 'report.dataVersion', 'report.sources'] as const).map(
    (key) => html`<th scope="col">${words.say(key)}</th>`,
  );
  return html`<p>${words.say('report.counting')}</p>
<section data-table="data"><h3>${words.say('report.data')}</h3>
${scrolling(html`<table><thead><tr>${head}</tr></thead><tbody>${rows}</tbody></table>`, words.say('report.data'))}
</section>`;
}
