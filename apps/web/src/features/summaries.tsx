import { type ComponentType, lazy, Suspense } from 'react';
import { Loading } from '../ui/states.tsx';

type Shows = ComponentType<{ result: never; pointer?: string }>;
type Loaded = Promise<{ default: Shows }>;
const late = (load: () => Loaded): Shows => lazy(load);
const OwnFigures = lazy(() => import('./own/ownFigures.tsx'));

/** What a result says in pictures and small tables, by action. Each is loaded with the first answer of its kind. */
const SUMMARIES: Readonly<Record<string, Shows>> = {
  'analysis.isochrone': late(() => import('./analysis.isochrone/summary.tsx')),
  'analysis.people_economy': late(() => import('./analysis.people_economy/summary.tsx')),
  'analysis.markets_sector': late(() => import('./analysis.markets_sector/summary.tsx')),
  'analysis.markets_brands': late(() => import('./analysis.markets_brands/summary.tsx')),
  'analysis.category_mix': late(() => import('./analysis.category_mix/summary.tsx')),
  'analysis.brand_coverage': late(() => import('./analysis.brand_coverage/summary.tsx')),
  'analysis.realestate': late(() => import('./analysis.realestate/summary.tsx')),
  'analysis.site_comparison': late(() => import('./analysis.site_comparison/summary.tsx')),
  'site.rank': late(() => import('./site.rank/summary.tsx')),
  'enrich.point': late(() => import('./enrich.point/summary.tsx')),
};

interface SummaryProps {
  readonly actionId: string;
  readonly result: Readonly<Record<string, unknown>>;
  /** Where what is shown of it stands in the result. */
  readonly pointer?: string;
}

export function Summary({ actionId, result, pointer = '' }: SummaryProps) {
  const Shown = SUMMARIES[actionId];
  return Shown === undefined ? null : (
    <Suspense fallback={<Loading lines={3} />}>
      {'ownData' in result && <OwnFigures own={result.ownData as never} />}
      <Shown result={result as never} pointer={pointer} />
    </Suspense>
  );
}
