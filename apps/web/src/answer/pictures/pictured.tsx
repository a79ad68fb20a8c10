import type { Picture } from '@hinterland/answers/words';
import type { ActionResult } from '@hinterland/client';
import { type ComponentType, lazy, Suspense } from 'react';
import { Loading } from '../../ui/states.tsx';
import { Outlines } from './outlines.tsx';
import type { Plans } from './plan.ts';

interface PictureProps {
  /** What is pictured, and where it stands in the result. */
  readonly of: never;
  readonly pointer: string;
  readonly plans: Plans;
}

type Loaded = Promise<{ default: ComponentType<PictureProps> }>;
const late = (load: () => Loaded): ComponentType<PictureProps> => lazy(load);

/** Pictures of their own. Those that few answers have are loaded with the first of them. */
const PICTURES: Readonly<Record<Picture, ComponentType<PictureProps>>> = {
  outlines: ({ of }) => <AreaOutlines of={of} />,
  topics: late(() => import('./topics.tsx')),
  plans: late(() => import('./plans.tsx')),
  own: late(() => import('./own.tsx')),
};

interface PicturedProps {
  readonly picture: Picture;
  readonly pointer: string;
  readonly result: Readonly<Record<string, unknown>>;
  readonly plans?: Plans;
}

const NO_PLANS: Plans = { plan: null, onPlan: () => {} };

export function Pictured({ picture, pointer, result, plans = NO_PLANS }: PicturedProps) {
  const Shown = PICTURES[picture];
  const of = pointer
    .split('/')
    .slice(1)
    .reduce<unknown>((one, step) => (one as Readonly<Record<string, unknown>> | undefined)?.[step], result);
  return of === undefined ? null : (
    <Suspense fallback={<Loading lines={3} />}>
      <Shown of={of as never} pointer={pointer} plans={plans} />
    </Suspense>
  );
}

function AreaOutlines({ of: { geojson, origins } }: { of: Partial<ActionResult<'analysis.isochrone'>> }) {
  return (
    <Outlines shapes={geojson?.features.map(({ geometry }) => geometry.coordinates) ?? []} origins={origins ?? []} />
  );
}
