import { createHash } from 'node:crypto';
import { tablesOf } from '@hinterland/answers';
import { type Html, html, trusted } from '../html.ts';
import { chartHtml } from './chartHtml.ts';
import { chartsOf } from './charts.ts';
import { mapHtml } from './map.ts';
import { sentenceOf } from './sentence.ts';
import type { ReportSource } from './source.ts';
import { styleOf } from './style.ts';
import { tablesHtml } from './tableHtml.ts';

/** Returns a report as a document of its own, which loads nothing: style, fonts, map and logo are in it. */
export function reportDocument(source: ReportSource): string {
  const { name, actionId, actionTitle, results, brand } = source;
  const result: unknown = JSON.parse(results);
  const sentence = sentenceOf(actionId, result);
  const tables = tablesOf(result, { isForReading: true });
  const method = tables.filter(({ id }) => id === 'method');
  const figures = tables.filter(({ id }) => id !== 'method');
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${name}</title>
${styleElement(source)}
</head>
<body>
<main>
<header>${brand.logo !== null && logoHtml(brand.logo)}<p class="kicker">${actionTitle}</p><h1>${name}</h1><p class="soft">${byline(source)}</p></header>
${sentence !== null && html`<p class="sentence"><strong>${sentence.figure}</strong> ${sentence.rest}</p>`}
${mapHtml(source)}
${chartsOf(actionId, result).map(chartHtml)}
${figures.length > 0 && html`<h2>Figures</h2>`}
${tablesHtml(figures)}
<section class="method"><h2>Method and data</h2>
${dataHtml(source)}
${tablesHtml(method)}
</section>
</main>
</body>
</html>
`.text;
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

function byline({ owner, organization, versionNo, createdAt }: ReportSource): string {
  const by = organization === '' ? owner : `${owner}, ${organization}`;
  return [by, ...(versionNo === null ? [] : [`version ${versionNo}`]), createdAt.slice(0, 10)].join(' · ');
}

/** Versions of the data with their sources and licences. */
function dataHtml({ dataVersion, sources }: ReportSource): Html {
  const rows = Object.entries(dataVersion).map(([family, version]) => {
    const named = sources.filter((one) => one.family === family).map(({ name, licence }) => `${name} (${licence})`);
    return html`<tr><th scope="row">${family}</th><td>${version}</td><td>${named.join('; ') || '–'}</td></tr>`;
  });
  return html`<p>Figures count residents where they live; areas on the map are their picture and never enter a count. The methods are described at the service’s address below /developers/methods.</p>
<section data-table="data"><h3>Data</h3>
<table><thead><tr><th scope="col">Family</th><th scope="col">Version</th><th scope="col">Sources and licences</th></tr></thead><tbody>${rows}</tbody></table>
</section>`;
}
