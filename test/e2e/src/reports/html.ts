import { squeezed } from './pdf.ts';

/** Text of markup as readers see it. */
export const textOf = (markup: string): string =>
  markup.replace(/<[^>]*>/g, '').replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)));

/** The rows of every table of a report, each as its text without white space. */
export const rowsOf = (html: string): string[] =>
  [...html.matchAll(/<tr(?: class="group")?>(.*?)<\/tr>/gs)].map(([, row]) => squeezed(textOf(row as string)));

const namesOf = (html: string, attribute: string): string[] =>
  [...html.matchAll(new RegExp(`${attribute}="([^"]+)"`, 'g'))].map(([, name]) => name as string);

/** The layers that a report's map shows, and those that its legend names. */
export const layersOf = (html: string) => ({
  drawn: namesOf(html, 'data-drawn'),
  legend: namesOf(html, 'data-legend'),
});

/** Names in the legend. */
export const legendOf = (html: string): string[] =>
  [...html.matchAll(/<li data-legend="[^"]*">.*?<span>(.*?)<\/span>/gs)].map(([, name]) =>
    squeezed(textOf(name as string)),
  );
