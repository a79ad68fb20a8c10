import { POLE_KINDS } from '@hinterland/territory';
import type { Report } from '../report/report.ts';
import type { MadePoles } from './makePoles.ts';

/** Reports how many poles of each kind there are, and how many addresses. */
export function reportPoles({ draft, merged, rows }: MadePoles, report: Report): void {
  const byKind = new Map<string, number>(POLE_KINDS.map((kind) => [kind, 0]));
  for (let pole = 0; pole < draft.count; pole++) byKind.set(draft.kind(pole), byKind.get(draft.kind(pole))! + 1);
  report.fact('poles', draft.count);
  for (const [kind, count] of byKind) report.fact(`poles of kind ${kind}`, count);
  let addresses = 0;
  for (let row = 0; row < rows.count; row++) if (merged.sameAs[row] === row) addresses++;
  report.fact('different addresses', addresses);
}
