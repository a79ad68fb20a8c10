import { readFileSync } from 'node:fs';
import { findAction, outputPlan } from '@hinterland/actions';
import { tellingOf } from '@hinterland/actions/tell';
import { entryText, FORMATS, headerOf, makeWords, mapOf, nameOf, tablesOf } from '@hinterland/answers';
import { textsOf, translateOf } from '@hinterland/answers/texts';
import { resolveReference } from '../../../../apps/service/src/surface/assistant/evidence/figures.ts';
import { reportParts } from '../../../../apps/service/src/surface/pages/report/document.ts';
import type { Worked } from './answers.ts';
import { linesOf } from './lines.ts';

/** What a surface says of an answer in a language, line by line. */
type Surface = (worked: Worked, language: string) => Promise<string[]>;

const WEB = new URL('../../../../apps/web/src/', import.meta.url);
const json = (path: string): Record<string, string> => JSON.parse(readFileSync(new URL(path, WEB), 'utf8'));
/** Modules of the web app and of the view, which have types of browsers. */
const module = (path: string): Promise<any> => import(/* @vite-ignore */ new URL(path, WEB).pathname);

/** The studio: the sentence and the summary. */
const web: Surface = async ({ actionId, result }, language) => {
  const [{ default: i18next }, { initReactI18next }, { createElement }, { prerender }] = await Promise.all(
    ['i18next', 'react-i18next', 'react', 'react-dom/static'].map((name) => import(/* @vite-ignore */ name)),
  );
  const translation = {
    ...textsOf(language),
    ...json(`text/${language}.json`),
    ...json(`text/studio/${language}.json`),
  };
  await i18next.use(initReactI18next).init({
    resources: { [language]: { translation } },
    lng: language,
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false },
  });
  const [{ Explained }, { currencyOf }, { SaidFirst }, { Told }, { VerdictSaid }] = await Promise.all(
    [
      'answer/results/how.tsx',
      'answer/results/units.ts',
      'answer/sentence.tsx',
      'answer/told.tsx',
      'answer/verdict.tsx',
    ].map(module),
  );
  const telling = tellingOf(actionId, result);
  const about = { method: null, dataVersion: null, methodsPage: '', currency: currencyOf(result) };
  const sentence = createElement(SaidFirst, { key: 'sentence', sentence: telling.sentence });
  const verdict =
    telling.verdict === undefined ? null : createElement(VerdictSaid, { key: 'verdict', verdict: telling.verdict });
  const said = createElement(
    Explained,
    { about },
    verdict,
    sentence,
    createElement(Told, { key: 'told', telling, result }),
  );
  const { prelude } = await prerender(said, { progressiveChunkSize: Number.POSITIVE_INFINITY });
  return linesOf(await new Response(prelude).text());
};

/** Reports, which shared pages and frames show parts of. */
const report: Surface = async ({ actionId, actionTitle, result, input }, language) => {
  const parts = reportParts({
    name: '',
    owner: '',
    organization: '',
    actionId,
    actionTitle,
    versionNo: null,
    createdAt: '2026-11-20T10:00:00.000Z',
    dataVersion: {},
    results: JSON.stringify(result),
    input: JSON.stringify(input),
    area: null,
    tiles: [],
    town: null,
    sources: [],
    caveats: { modelledBy: [], rough: [], roughReasons: [] },
    paper: 'a4',
    brand: { color: null, logo: null },
    language,
  });
  const { title, verdict, sentence, caveats, map, figures, charts, sure, method } = parts;
  return [title, ...[verdict, sentence, caveats, map, figures, ...charts, sure, method].flatMap(linesOf)];
};

/** Elements of a document, as far as the view uses it. */
class Element {
  readonly tag: string;
  readonly children: (Element | string)[] = [];

  constructor(tag: string) {
    this.tag = tag;
  }

  setAttribute(): void {}

  append(...children: (Element | string)[]): void {
    this.children.push(...children);
  }

  get markup(): string {
    return `<${this.tag}>${this.children.map((one) => (typeof one === 'string' ? one : one.markup)).join('')}</${this.tag}>`;
  }
}

/** The view in clients of agents. */
const view: Surface = async ({ actionId, result, input }, language) => {
  const { toldElements } = await module('../../view/src/told.ts');
  const page = globalThis as { document?: unknown };
  const before = page.document;
  page.document = { createElement: (tag: string) => new Element(tag) };
  try {
    const words = makeWords(language, textsOf(language), translateOf(language));
    const map = mapOf({ result, input, area: result });
    return [
      ...(map?.how == null ? [] : [words.title(map.how)]),
      ...(map?.legend ?? []).map((entry) => entryText(entry, words)),
      ...toldElements(tellingOf(actionId, result), words).flatMap((one: Element) => linesOf(one.markup)),
    ];
  } finally {
    page.document = before;
  }
};

/** Figures of an answer that the assistant may name. */
const ASSISTANT_MAX = 30;

const assistant: Surface = async ({ actionId, result }) => {
  const shown = new Map([['r1', { tool: actionId, result, analysis: null, version: null }]]) as never;
  return numbersIn(result, '')
    .slice(0, ASSISTANT_MAX)
    .map((path) => {
      const part = resolveReference(shown, { ref: 'r1', path }, 'f1');
      return part.type === 'figure' ? `${part.label}: ${part.text}` : '';
    });
};

function numbersIn(value: unknown, pointer: string): string[] {
  if (typeof value === 'number') return [pointer];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) =>
    /^(geojson|geometry|said)$/.test(name)
      ? []
      : numbersIn(one, `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`),
  );
}

/** Exported files: each table with its headers and its first row. */
const files: Surface = async ({ actionId, result, input }) => {
  const plan = outputPlan(findAction(actionId)!);
  return (
    await Promise.all(
      tablesOf(result, { plan }).map(async ({ id, title, columns }) => {
        const bytes = await FORMATS.csv.write({ result, input, area: null, plan }, id);
        const [, first = ''] = new TextDecoder().decode(bytes).split('\r\n');
        return [`${nameOf(title)}: ${columns.map(headerOf).join(' | ')}`, first];
      }),
    )
  ).flat();
};

export const SURFACES: Readonly<Record<string, Surface>> = { web, report, view, assistant, files };
