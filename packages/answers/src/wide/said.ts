import type { Plan } from '../plan/index.ts';
import { nameOf } from '../words/said.ts';

/** What a column says of itself beside its values. */
export interface Said {
  readonly title: string;
  /** Code of the unit that values are in; empty for none. */
  readonly unit: string;
  /** Name of the member around it that says the unit. */
  readonly unitFrom?: string | undefined;
  readonly per?: string | undefined;
  /** Name of the member around it that says how far off modelled spend is. */
  readonly errorFrom?: string | undefined;
  /** Path of the member in the document. */
  readonly member: string;
  /** Base of a share; whether a model made it; the unit "none" where a number has none. */
  readonly about: Readonly<Record<string, string>>;
}

/** Units whose numbers need no word. */
const SILENT = new Set(['none', 'described', 'of_holder', 'own']);

/** Nothing is said but title and unit. */
export const NOTHING: Said['about'] = {};

const known = new WeakMap<Plan, Map<string, Said>>();

/** Returns what a member says of itself by its plan; once for all answers. */
export function saidOf(plan: Plan, name: string): Said {
  const names = known.get(plan) ?? new Map<string, Said>();
  if (names.size === 0) known.set(plan, names);
  const found = names.get(name);
  if (found !== undefined) return found;
  const { unit = '', unitFrom, per, errorFrom, called, base, modelled, role } = plan.figure;
  // Said, so that nobody takes it for one that was forgotten; what tells rows apart has none either, such as the level of an area.
  const isWithout = unit === 'none' || (unit === '' && (role === 'kind' || role === 'key'));
  const about = {
    ...(isWithout ? { unit: 'none' } : {}),
    ...(base === undefined ? {} : { base }),
    ...(modelled === true ? { method: 'modelled' } : {}),
  };
  const said = {
    title: nameOf({ field: called ?? name }),
    unit: SILENT.has(unit) ? '' : unit === 'share' ? 'fraction' : unit,
    unitFrom,
    per,
    errorFrom,
    member: plan.path,
    about: Object.keys(about).length === 0 ? NOTHING : about,
  };
  names.set(name, said);
  return said;
}
