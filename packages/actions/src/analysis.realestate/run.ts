import type { ActionContext, RunOutcome } from '../action.ts';
import { stopIfCancelled } from '../catchment.ts';
import { versionsOf } from '../output.ts';
import { subjectOf, territoryHeading } from '../subject/subject.ts';
import { indicatorsOf } from './indicators.ts';
import type { Input, Output } from './schema.ts';

/** Address poles that the territory of the call holds, as the quote reports them. */
export const polesInvolved = (context: ActionContext, input: Input): number => subjectOf(context, input).poles.length;

export function run(context: ActionContext, input: Input): RunOutcome<Output> {
  const { territory } = context;
  context.progress(0, 'finding listings');
  stopIfCancelled(context);
  const subject = subjectOf(context, input);
  stopIfCancelled(context);
  context.progress(0.5, 'computing indicators');
  const indicators = indicatorsOf(territory, subject, input);
  const result: Output = {
    territory: { ...territoryHeading(territory), currency: territory.realestate?.currency ?? null },
    ...indicators,
    ...subject.more,
    dataVersion: versionsOf(territory, ['territory', 'realestate']),
  };
  return indicators.available ? { result } : { result, creditsDue: 0 };
}
