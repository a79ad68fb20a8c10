import type { SkippedSection } from '@hinterland/contract';
import type { Catchment } from '@hinterland/engine/catchment';
import type { DataFamily } from '@hinterland/territory';
import { type ActionContext, ActionProblem, type Quote, type QuoteLine, type RunOutcome } from '../action/action.ts';
import { describeBands, people } from '../catchments/bands.ts';
import { catchmentOf, describeMethod, describeOrigins, stopIfCancelled } from '../catchments/catchment.ts';
import { transitFamily } from '../catchments/timeOfDay.ts';
import { versionsOf } from '../output/common.ts';
import { requireFittingModel } from '../sales/forecast.ts';
import { forecastMembersOf } from '../sales/forecastAt.ts';
import { territoryHeading } from '../subject/subject.ts';
import type { PointInput, PointOutput } from './point.ts';
import type { Section, SectionName } from './section.ts';
import { SECTIONS } from './sections.ts';

/** Plan of each requested section, before any of them is computed. */
export interface Plan {
  readonly catchment: Catchment;
  readonly priced: readonly { readonly section: Section; readonly line: QuoteLine }[];
  readonly skipped: readonly SkippedSection[];
}

/** One line per section that will be computed; the catchment that they share is free. */
export function quotePoint(context: ActionContext, input: PointInput): Quote {
  requireModelOfPoint(context, input);
  const { catchment, priced, skipped } = planOf(context, input);
  return {
    lines: priced.map(({ line }) => line),
    extra: { polesInvolved: catchment.bands.at(-1)!.cumulative.poles },
    skipped,
  };
}

/** Refuses a model that does not fit the options of a point, or of a batch of them. */
export function requireModelOfPoint(context: ActionContext, input: Omit<PointInput, 'lat' | 'lng'>): void {
  const { model } = input;
  if (model !== undefined) requireFittingModel(context, model, { ...input, sectorCode: model.sectorCode });
}

export function enrichPoint(context: ActionContext, input: PointInput): RunOutcome<PointOutput> {
  const { territory } = context;
  context.progress(0, 'counting residents');
  const { catchment, priced, skipped } = planOf(context, input);
  const told: Partial<Record<SectionName, object>> = {};
  let creditsDue = 0;
  for (const [i, { section }] of priced.entries()) {
    stopIfCancelled(context);
    context.progress((i + 1) / (priced.length + 1), section.name);
    const part = section.run(context, catchment, input);
    told[section.name] = part.result;
    creditsDue += part.creditsDue;
  }
  stopIfCancelled(context);
  const { residents, poles } = catchment.bands.at(-1)!.cumulative;
  const method = describeMethod(catchment);
  const dataVersion = versionsOf(territory, [...familiesOf(priced), ...transitFamily(method)]);
  const result = {
    point: { lat: input.lat, lng: input.lng },
    territory: territoryHeading(territory),
    catchment: {
      ...describeBands(catchment, input.detail === 'full'),
      residents: people(residents),
      poles,
      snapped: describeOrigins(catchment)[0]!.snapped,
      method,
    },
    ...told,
    ...forecastMembersOf(context, told.sectors === undefined ? undefined : input.model, input, dataVersion),
    skipped: [...skipped],
    dataVersion,
  } as PointOutput;
  const bands = result.catchment.bands.map(({ cumulativeResidents }) => cumulativeResidents);
  return {
    result,
    creditsDue,
    summary: {
      residents: people(residents),
      poles,
      cumulativeResidents: bands,
      skipped: skipped.map((one) => one.section),
    },
  };
}

/** Throws as the sections do, with pointers into a call for one point. */
export function planOf(context: ActionContext, input: PointInput): Plan {
  const catchment = pointCatchment(context, input);
  const priced: { section: Section; line: QuoteLine }[] = [];
  const skipped: SkippedSection[] = [];
  for (const name of input.include) {
    const section: Section = SECTIONS[name];
    const planned = section.quote(context, catchment, input);
    if ('line' in planned) priced.push({ section, line: planned.line });
    else skipped.push({ section: name, ...planned.skipped });
  }
  return { catchment, priced, skipped };
}

/** Returns the catchment of the point. Refusals point to the input itself, since it has no `origins`. */
function pointCatchment(context: ActionContext, { lat, lng, ...options }: PointInput): Catchment {
  try {
    return catchmentOf(context, { ...options, origins: [{ lat, lng }] });
  } catch (error) {
    throw error instanceof ActionProblem
      ? withPointers(error, (pointer) => pointer.replace('#/origins/0', '#'))
      : error;
  }
}

/** The same problem with other places. */
export function withPointers(problem: ActionProblem, replace: (pointer: string) => string): ActionProblem {
  const { errors } = problem.fields as { errors?: readonly { pointer: string; detail: string }[] };
  if (errors === undefined) return problem;
  const moved = errors.map(({ pointer, detail }) => ({ pointer: replace(pointer), detail }));
  return new ActionProblem(problem.code, problem.message, { ...problem.fields, errors: moved });
}

/** Data families of the catchment and of the computed sections. */
const familiesOf = (priced: Plan['priced']): DataFamily[] => [
  ...new Set<DataFamily>(['territory', 'sociodemo', ...priced.flatMap(({ section }) => section.families)]),
];
