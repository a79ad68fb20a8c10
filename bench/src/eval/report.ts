import type { Outcome } from './evaluate.ts';
import type { FaultCode } from './judge.ts';
import { KINDS } from './question.ts';

const HEADS = [
  'kind',
  'asked',
  'right action',
  'right input',
  'right figures',
  'passed',
  'unverified numbers',
  'tokens',
  'credits',
  'seconds',
];

/** Faults after which the action, then the input, then the figures of an answer are not right. */
const ACTION: readonly FaultCode[] = [
  'turn_failed',
  'wrong_action',
  'unasked_card',
  'charged_without_click',
  'did_not_ask_back',
  'did_not_say_unknown',
  'said_forbidden',
];
const INPUT: readonly FaultCode[] = [...ACTION, 'wrong_input'];
const FIGURES: readonly FaultCode[] = [...INPUT, 'missing_figure'];

/** The table by kind, one line for all, as Markdown that lines up in a terminal. */
export function tableOf(outcomes: readonly Outcome[]): string {
  const kinds = KINDS.filter((kind) => outcomes.some((outcome) => outcome.kind === kind));
  const rows = [
    HEADS,
    ...kinds.map((kind) =>
      rowOf(
        kind,
        outcomes.filter((outcome) => outcome.kind === kind),
      ),
    ),
    rowOf('all', outcomes),
  ];
  const widths = HEADS.map((_, column) => Math.max(...rows.map((row) => (row[column] as string).length)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, i) => (i === 0 ? cell.padEnd(widths[i] as number) : cell.padStart(widths[i] as number))).join(' | ')} |`;
  const [head, ...body] = rows as [string[], ...string[][]];
  const rule = `|${widths.map((width, i) => (i === 0 ? '-'.repeat(width + 2) : `${'-'.repeat(width + 1)}:`)).join('|')}|`;
  return [line(head), rule, ...body.map(line)].join('\n');
}

function rowOf(name: string, outcomes: readonly Outcome[]): string[] {
  const without = (codes: readonly FaultCode[], of: readonly Outcome[]) =>
    of.length === 0
      ? ''
      : `${of.filter(({ faults }) => !faults.some(({ code }) => codes.includes(code))).length}/${of.length}`;
  const sum = (member: 'unverified' | 'tokens' | 'credits' | 'seconds') =>
    outcomes.reduce((total, outcome) => total + outcome[member], 0);
  const runs = outcomes.filter(({ does }) => does === 'run');
  return [
    name,
    `${outcomes.length}`,
    without(ACTION, outcomes),
    without(INPUT, runs),
    without(
      FIGURES,
      runs.filter(({ figures }) => figures > 0),
    ),
    `${outcomes.filter(({ faults }) => faults.length === 0).length}/${outcomes.length}`,
    `${sum('unverified')}`,
    `${sum('tokens')}`,
    `${sum('credits')}`,
    sum('seconds').toFixed(1),
  ];
}

/** The report as a page: the table, and each fault with its question. */
export function pageOf(outcomes: readonly Outcome[], { model, date }: { model: string; date: string }): string {
  const faults = outcomes.flatMap(({ id, faults: of }) => of.map(({ code, detail }) => `- ${id}: ${code}: ${detail}`));
  return [
    '# The assistant, asked',
    `Model ${model}, ${date}.`,
    tableOf(outcomes),
    faults.length === 0 ? 'Every answer was right.' : `## Faults\n\n${faults.join('\n')}`,
    '',
  ].join('\n\n');
}
