import { findAction, outputPlan } from '@hinterland/actions';
import { headerOf, layersOf, nameOf, tablesOf } from '@hinterland/answers';
import { wideFigures } from '@hinterland/answers/wide';
import { resolveReference } from '../../../../apps/service/src/surface/assistant/evidence/figures.ts';
import type { Worked } from '../tellings/answers.ts';
import { type Leaf, shows } from './leaves.ts';

/** What a reader calls a number: null where it does not show it. */
export type Said = string | null;

/** Makes of a marked answer what says how each of its numbers is shown. */
type Reader = (worked: Worked, answer: unknown) => (leaf: Leaf) => Said;

const planOf = (actionId: string) => outputPlan(findAction(actionId)!);
const said = (...parts: readonly unknown[]): string => parts.map(String).join(' · ');

/** CSV, workbooks, and the tables of reports. */
const tables =
  (options: object): Reader =>
  ({ actionId }, answer) => {
    const all = tablesOf(answer, { ...options, plan: planOf(actionId) });
    return ({ mark }) => {
      for (const { id, columns, rows } of all) {
        for (const row of rows) {
          const at = row.findIndex((cell) => shows(cell, mark));
          if (at < 0) continue;
          const heads = columns.map(headerOf);
          const [figure, own] = [row[heads.indexOf('Figure')], row[heads.indexOf('Unit')] ?? null];
          const isFact = heads[at] === 'Value' && figure !== undefined;
          const unit = isFact ? own : columns[at]!.unit;
          return said(id, isFact ? nameOf(figure as never) : heads[at], unit === null ? '' : nameOf(unit as never));
        }
      }
      return null;
    };
  };

/** Arrow, Parquet, figures by their names, columns of `enrich.dataset` and the worker. */
const wide: Reader = ({ actionId }, answer) => {
  const figures = wideFigures(answer, planOf(actionId));
  return ({ mark }) => {
    const found = figures.find(({ value }) => shows(value, mark));
    return found === undefined ? null : said(found.name, found.title, found.unit, JSON.stringify(found.about));
  };
};

/** GeoJSON, GeoParquet. */
const layers: Reader = ({ input }, answer) => {
  const all = layersOf(answer, input, null);
  return ({ mark }) => {
    for (const { kind, features } of all)
      for (const { properties } of features)
        for (const [name, value] of Object.entries(properties)) if (shows(value, mark)) return said(kind, name);
    return null;
  };
};

/** Figures that the assistant cites. */
const evidence: Reader = ({ actionId, input }, answer) => {
  const results = new Map([['r', { tool: actionId, input, result: answer, analysis: null, version: null }]]);
  return ({ pointer }) => {
    const part = resolveReference(results as never, { ref: 'r', path: pointer }, 'f');
    return part.type === 'figure' ? said(part.label, part.unit ?? '') : null;
  };
};

export const READERS: Readonly<Record<string, Reader>> = {
  tables: tables({}),
  report: tables({ isForReading: true }),
  wide,
  layers,
  evidence,
};
