import type { ComponentType } from 'react';
import { IsochroneSummary } from './analysis.isochrone/summary.tsx';
import { MarketsSectorSummary } from './analysis.markets_sector/summary.tsx';
import { PeopleEconomySummary } from './analysis.people_economy/summary.tsx';

/** What a result says in a picture and a sentence, by action. */
const SUMMARIES: Readonly<Record<string, ComponentType<{ result: never }>>> = {
  'analysis.isochrone': IsochroneSummary,
  'analysis.people_economy': PeopleEconomySummary,
  'analysis.markets_sector': MarketsSectorSummary,
};

export function Summary({ actionId, result }: { actionId: string; result: Readonly<Record<string, unknown>> }) {
  const Shown = SUMMARIES[actionId];
  return Shown === undefined ? null : <Shown result={result as never} />;
}
