import type { Feature, Layer } from './layers.ts';
import { isObject, objectsIn } from './parts.ts';

/** The kind of a place that a plan closes or opens, by the list that it is from. */
const KINDS = { stores: 'closed', candidates: 'opened' } as const;

/** Layers in which what the plans of an answer close and open are kinds of their own. */
export function withPlans(layers: readonly Layer[], result: unknown): readonly Layer[] {
  if (!isObject(result)) return layers;
  const combined = isObject(result.combinedPlan) ? result.combinedPlan : {};
  const ids = {
    stores: idsOf(combined.closing ?? result.closurePlan),
    candidates: idsOf(combined.opening ?? result.openingPlan),
  };
  return layers.flatMap((layer): readonly Layer[] => {
    const { level, kind, features } = layer;
    if (level !== 'places' || !(kind === 'stores' || kind === 'candidates')) return [layer];
    const isPlanned = ({ properties }: Feature) => ids[kind].has(String(properties.id));
    return [
      { ...layer, features: features.filter((one) => !isPlanned(one)) },
      { ...layer, kind: KINDS[kind], features: features.filter(isPlanned) },
    ].filter((one) => one.features.length > 0);
  });
}

const idsOf = (steps: unknown): ReadonlySet<string> => new Set(objectsIn(steps).map(({ id }) => String(id)));
