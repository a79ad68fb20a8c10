import { type ComponentType, lazy, Suspense } from 'react';
import { Loading } from '../ui/states.tsx';

type Loaded = Promise<{ default: ComponentType<{ result: never }> }>;
const late = (load: () => Loaded): ComponentType<{ result: never }> => lazy(load);

/** Pictures of results on the start page, by action; the studio has its own. Each is loaded with its first answer. */
const BRIEFS: Readonly<Record<string, ComponentType<{ result: never }>>> = {
  'analysis.isochrone': late(() => import('./analysis.isochrone/summary.tsx')),
  'analysis.people_economy': late(() => import('./analysis.people_economy/brief.tsx')),
  'analysis.markets_sector': late(() => import('./analysis.markets_sector/brief.tsx')),
};

export function Brief({ actionId, result }: { actionId: string; result: object }) {
  const Shown = BRIEFS[actionId];
  return Shown === undefined ? null : (
    <Suspense fallback={<Loading lines={3} />}>
      <Shown result={result as never} />
    </Suspense>
  );
}
