import {
  type Bar,
  type FigureTable,
  isNamedByTitle,
  type Part,
  type Section,
  type Telling,
  type Verdict,
} from '@hinterland/answers';
import { element } from './element.ts';
import type { Words } from './words.ts';

const ROWS_MAX = 12;

/** What an answer says: its sentence, its bars and tables as tables, and what speaks for a place. */
export function toldElements({ verdict, sentence, modelled, sections }: Telling, words: Words): readonly HTMLElement[] {
  const first =
    sentence === null
      ? []
      : [
          element(
            'p',
            { class: 'sentence' },
            element('strong', {}, words.tell(sentence.figure)),
            ` ${words.tell(sentence.rest)}`,
          ),
        ];
  return [
    ...(verdict === undefined ? [] : verdictElements(verdict, words)),
    ...first,
    ...(modelled === undefined ? [] : [element('p', { class: 'soft' }, words.title(modelled))]),
    ...sections.filter(({ isFolded }) => isFolded !== true).flatMap((section) => sectionElements(section, words)),
  ];
}

const verdictElements = ({ outcome, headline, because, sure }: Verdict, words: Words): readonly HTMLElement[] => [
  element('p', { class: 'sentence', 'data-outcome': outcome }, element('strong', {}, words.title(headline))),
  ...because.map((one) => element('p', {}, words.title(one))),
  element('p', { class: 'soft' }, `${words.say('verdict.howSure')} ${words.title(sure)}`),
];

function sectionElements({ title, unit, parts }: Section, words: Words): readonly HTMLElement[] {
  const drawn = parts.flatMap((part) => partElements(part, words));
  if (drawn.length === 0 || title === undefined) return drawn;
  const named = unit === undefined ? words.title(title) : `${words.title(title)}, ${words.tell(unit)}`;
  return [element('h2', {}, named), ...drawn];
}

function partElements(part: Part, words: Words): readonly HTMLElement[] {
  switch (part.kind) {
    case 'text':
      return [element('p', { class: 'soft' }, words.title(part.text))];
    case 'list':
      return [
        element(
          part.isOrdered === true ? 'ol' : 'ul',
          { class: 'reasons' },
          ...part.items.map((item) => element('li', {}, words.title(item))),
        ),
      ];
    case 'bars': {
      const known = part.bars.filter((one): one is Bar & { value: number } => one.value !== null).slice(0, ROWS_MAX);
      const rows = known.map(({ name, value }) => [words.title(name), words.short(value, part.unit)] as const);
      return rows.length === 0 ? [] : [table([], rows)];
    }
    case 'ranges': {
      const rows = part.ranges.slice(0, ROWS_MAX).map(({ name, value, eight }) => {
        const figure = words.short(value, part.unit);
        if (eight === null) return [words.title(name), figure] as const;
        const [low, high] = [eight.low, eight.high].map((end) => words.short(end, part.unit)) as [string, string];
        return [words.title(name), words.say('ranges.figure', { value: figure, low, high })] as const;
      });
      return rows.length === 0 ? [] : [table([words.say('ranges.eight')], rows)];
    }
    // Its figures stand in a table beside it.
    case 'scatter':
      return [];
    case 'table':
      return part.isFolded === true ? [] : [figureTable(part, words)];
    case 'choice':
      return part.choices.slice(0, 1).flatMap(({ parts }) => parts.flatMap((one) => partElements(one, words)));
    case 'picture':
      return [];
  }
}

const figureTable = ({ columns, rows }: FigureTable, words: Words): HTMLElement =>
  table(
    columns.map(words.title),
    rows.slice(0, ROWS_MAX).map(({ title, unit, cells }) => {
      const beside = unit === undefined || isNamedByTitle(unit.unit) ? '' : ` ${words.tell(unit)}`;
      return [`${words.title(title)}${beside}`, ...cells.map(({ value, unit: of }) => words.short(value, of))];
    }),
  );

function table(columns: readonly string[], rows: readonly (readonly string[])[]): HTMLElement {
  const head = element('tr', {}, element('td'), ...columns.map((name) => element('th', { scope: 'col' }, name)));
  const body = rows.map(([name = '', ...figures]) =>
    element(
      'tr',
      {},
      element('th', { scope: 'row' }, name),
      ...figures.map((one) => element('td', { class: 'number' }, one)),
    ),
  );
  return element('table', {}, columns.length === 0 ? null : element('thead', {}, head), element('tbody', {}, ...body));
}
