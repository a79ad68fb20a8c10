import { createHash } from 'node:crypto';
import { findAction, outputPlan } from '@hinterland/actions';
import { tellingOf } from '@hinterland/actions/tell';
import {
  askedTitleOf,
  chartsIn,
  isObject,
  objectsIn,
  type Said,
  subjectOfTitle,
  type Telling,
  tablesOf,
  type Verdict,
} from '@hinterland/answers';
import { textsOf } from '@hinterland/answers/texts';
import type { Brand } from '../../../organizations/identity/brand.ts';
import { type Html, html, trusted } from '../html.ts';
import { type Words, wordsIn } from '../language/words.ts';
import { caveatsHtml } from './caveatsHtml.ts';
import { chartHtml } from './chartHtml.ts';
import { keptHtml } from './keptHtml.ts';
import { keyFigures, picturedTables } from './keyFigures.ts';
import { mapHtml } from './map.ts';
import type { Paper, ReportSource } from './source.ts';
import { styleOf } from './style.ts';
import { tablesHtml } from './tableHtml.ts';

/** Parts of a report as markup, for other pages, too. */
export interface ReportParts {
  /** The answer to the question, with its figures and how sure it is; empty where there is no yes or no. */
  readonly verdict: string;
  /** What the result says first; empty where it has no such figure. */
  readonly sentence: string;
  /** What weakens the figures; empty where nothing does. */
  readonly caveats: string;
  /** Empty where nothing lies on a map. */
  readonly map: string;
  readonly charts: readonly string[];
  readonly figures: string;
  /** How far to trust the figures; empty where the answer says no more than its verdict. */
  readonly sure: string;
  /** The method, and the data with their sources. */
  readonly method: string;
  /** The question that the action answers; its title where it has none. */
  readonly title: string;
  /** What it is about and where; the name of the analysis where somebody gave it one. */
  readonly heading: string;
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
  const picture = mapHtml(source);
  const told = keyFigures(telling, words);
  const charts = chartsIn(telling);
  // What the figures say already is no picture beside them; the only picture there is says them itself.
  const others = charts.filter(({ part }) => part !== told?.part);
  const [chart] = others.length > 0 ? others : charts;
  const isTwice = chart !== undefined && chart.part === told?.part;
  return {
    verdict: telling.verdict === undefined ? '' : verdictHtml(telling.verdict, words).text,
    sentence:
      sentence === null
        ? ''
        : html`<p class="sentence"><strong>${words.tell(sentence.figure)}</strong> ${words.tell(sentence.rest)}</p>`
            .text,
    caveats: caveatsHtml(source.caveats, telling.modelled, words),
    map: picture?.html.text ?? '',
    charts: chart === undefined ? [] : [chartHtml(chart, words).text],
    figures: [
      isTwice ? '' : (told?.html.text ?? tablesOfNothingTold(telling, source.actionId, result, words)),
      ...picturedTables(telling, words).map(({ text }) => text),
    ].join(''),
    sure: keptHtml(telling, words)
      .map(({ text }) => text)
      .join(''),
    method: methodHtml(source, words).text,
    title: questionIn(actionId, actionTitle, words),
    heading: headingOf(source, result, picture?.town ?? null, words),
    attributions: [...new Set(sources.map(({ attribution }) => attribution))],
  };
}

/** Returns a report as a document of its own, which loads nothing: style, fonts, map and logo are in it. */
export function reportDocument(source: ReportSource): string {
  const { brand, language } = source;
  const words = wordsIn(language);
  const { title, heading, verdict, sentence, caveats, map, charts, figures, sure, method } = reportParts(source);
  return paperDocument(
    { ...source, title: heading },
    html`<header>${brand.logo !== null && logoHtml(brand.logo)}<p class="kicker">${title}</p><h1>${heading}</h1><p class="soft">${byline(source, words)}</p></header>
${trusted([verdict, sentence, caveats, map, figures, ...charts, sure, method].join('\n'))}`,
  );
}

/** What a document looks like, and its name. */
export interface PaperLook {
  readonly title: string;
  readonly paper: Paper;
  readonly brand: Brand;
  readonly language: string;
}

/** A document that loads nothing. */
export const paperDocument = ({ title, paper, brand, language }: PaperLook, content: Html): string =>
  html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
${trusted(`<style>${styleOf(paper, brand.color)}</style>`)}
</head>
<body>
<main>
${content}
</main>
</body>
</html>
`.text;

function verdictHtml({ outcome, headline, because, sure }: Verdict, words: Words): Html {
  return html`<section class="verdict" data-outcome="${outcome}"><p class="headline">${words.title(headline)}</p>
${because.map((one) => html`<p>${words.title(one)}</p>`)}
<p class="soft">${words.say('verdict.howSure')} ${words.title(sure)}</p></section>`;
}

/** The question that an action answers; its title where it has none. */
function questionIn(actionId: string, title: string, words: Words): string {
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

/** The service made the address from bytes that it has checked. */
export const logoHtml = (logo: string): Html => trusted(`<img class="logo" alt="" src="${logo}">`);

function byline({ owner, organization, versionNo, createdAt }: ReportSource, words: Words): string {
  const by = organization === '' ? owner : `${owner}, ${organization}`;
  const version = versionNo === null ? [] : [words.say('report.version', { no: versionNo })];
  return [by, ...version, words.day(createdAt)].join(' · ');
}

/** The tables of an answer that tells nothing. */
function tablesOfNothingTold(telling: Telling, actionId: string, result: unknown, words: Words): string {
  const action = findAction(actionId);
  const plan = action === undefined ? undefined : outputPlan(action);
  const tables = telling.sections.length > 0 ? [] : tablesOf(result, { plan, isForReading: true });
  return tables.length === 0 ? '' : html`<h2>${words.say('report.figures')}</h2>\n${tablesHtml(tables, words)}`.text;
}

/** How it was computed in three sentences, the data with their licences, and where the rest is. */
function methodHtml({ actionId, dataVersion, sources }: ReportSource, words: Words): Html {
  const versions = Object.entries(dataVersion).map(
    ([family, version]) => `${words.title({ field: family })} ${version}`,
  );
  const named = [...new Set(sources.map(({ name, licence }) => `${name} (${licence})`))];
  const method = findAction(actionId)?.method;
  const counts = method !== 'times' && method !== 'sales';
  return html`<section class="sources"><h2>${words.say('report.method')}</h2>
<p>${method !== undefined && `${words.say(`report.by.${method}`)} `}${counts && words.say('report.counting')}</p>
<p class="soft">${[...versions, ...named].join(' · ')}</p>
<p class="soft">${words.say('report.workbook')}</p>
</section>`;
}

/**
 * "Bakeries · Harbourside, Port Halcyon" or "Bakeries near Port Halcyon" in place of a name that nobody gave: the question stands above it. Where
 * it says no more than a place, it is the question with the place behind it.
 */
function headingOf(
  { name, actionId, actionTitle }: ReportSource,
  result: unknown,
  town: string | null,
  words: Words,
): string {
  const asked = askedTitleOf(name, textsOf);
  const question = questionIn(actionId, actionTitle, words);
  if (asked === null && ![question, actionTitle].includes(name)) return name;
  const { where = '' } = asked ?? {};
  const known = subjectOf(actionId, result);
  const sectors = asked?.actionId === actionId ? asked.sectors : [];
  const place = subjectOfTitle({ actionId, sectors, where }, words);
  if (known === null && sectors.length === 0 && place !== '') return `${question} ${place}`;
  const subject = [sectors.length > 0 ? '' : words.title(known ?? question), place].filter(Boolean).join(' · ');
  if (town === null) return subject;
  if (typeof where === 'number' || where === '') return words.say('report.near', { subject, town });
  return where.includes(town) ? subject : `${subject}, ${town}`;
}

/** The sector or the brand that an answer is about. */
function subjectOf(actionId: string, result: unknown): Said | null {
  if (!isObject(result)) return null;
  const market = isObject(result.market) ? result.market.sector : result.sector;
  const [first] = [market, ...objectsIn(result.sectors), ...objectsIn(result.brands)].filter(isObject);
  if (first === undefined || typeof first.name !== 'string') return null;
  return actionId === 'analysis.markets_brands' ? first.name : { sector: String(first.code), name: first.name };
}
