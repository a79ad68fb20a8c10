import { LIMITS } from '@hinterland/contract';
import { type ActionContext, ActionProblem, type Quote, type QuoteLine } from '../action/action.ts';
import { type Plan, planOf, withPointers } from './enrich.ts';
import type { PointInput } from './point.ts';
import type { SectionName } from './section.ts';

/** One of many points, and where the caller's input has it. */
interface Sample {
  readonly input: PointInput;
  readonly pointer: string;
}

/** First, middle and last of so many points, each once. */
export function sampleOf(count: number): number[] {
  return [...new Set([0, Math.floor((count - 1) / 2), count - 1])].slice(0, LIMITS.enrichPointsSampled);
}

/**
 * The estimate: the mean price of the sampled points, times the number of points, a line per section. A sampled point
 * that cannot be answered (no road near it) leaves the others to speak; when none can be answered, the first one's
 * problem is thrown. The same data give the same estimate.
 */
export function estimateOf(context: ActionContext, sampled: readonly Sample[], count: number): Quote {
  const samples: Plan[] = [];
  let refused: ActionProblem | null = null;
  for (const { input, pointer } of sampled) {
    try {
      samples.push(planOf(context, input));
    } catch (error) {
      if (!(error instanceof ActionProblem)) throw error;
      refused ??= withPointers(error, (own) => own.replace(/^#$/, pointer));
    }
  }
  if (refused !== null && samples.length === 0) throw refused;
  return {
    lines: extended(
      samples.map(({ priced }) => priced),
      count,
    ),
    extra: { sampledPoints: samples.length },
    skipped: skippedEverywhere(samples),
  };
}

/** Sections that no sampled point has, each with the reason of the first. */
function skippedEverywhere([first, ...others]: readonly Plan[]): Plan['skipped'] {
  return (first?.skipped ?? []).filter(({ section }) =>
    others.every(({ skipped }) => skipped.some((other) => other.section === section)),
  );
}

/** Lines of the sampled points, summed by section, and scaled from the sample to all points. */
function extended(samples: readonly Plan['priced'][], count: number): QuoteLine[] {
  const sums = new Map<SectionName, QuoteLine>();
  for (const { section, line } of samples.flat()) {
    const sum = sums.get(section.name);
    // Sectors that were chosen by themselves differ from point to point.
    const label = sum === undefined || sum.label === line.label ? line.label : section.name;
    sums.set(section.name, { ...line, label, quantity: (sum?.quantity ?? 0) + line.quantity });
  }
  return [...sums.values()].map((line) => {
    const quantity = (line.quantity * count) / samples.length;
    return { ...line, quantity, credits: Math.round(quantity * line.unitCredits * 1000) / 1000 };
  });
}
