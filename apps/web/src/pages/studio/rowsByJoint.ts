import { isScalar } from '../../answer/results/figure.ts';
import { jointOfMembers } from '../../map/data/joint.ts';
import { cellsOf } from './forecastOf.ts';

type Members = Readonly<Record<string, unknown>>;

/** Members of the rows of a result that fit a cell, by the joints of the rows: what it knows of each thing. */
export function rowsByJoint(result: Members | null): ReadonlyMap<string, Members> {
  const found = new Map<string, Members>();
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const joint = Array.isArray(value) ? undefined : jointOfMembers(value as Members);
    if (joint !== undefined) {
      const scalars = Object.entries(cellsOf(value as Members)).filter(([, one]) => isScalar(one) && one !== null);
      found.set(joint, { ...Object.fromEntries(scalars), ...found.get(joint) });
      return;
    }
    for (const [name, one] of Object.entries(value)) if (name !== 'geojson') visit(one);
  };
  visit(result);
  return found;
}
