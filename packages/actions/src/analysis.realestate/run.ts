import type { ActionContext, RunOutcome } from '../action/action.ts';
import { stopIfCancelled } from '../catchments/catchment.ts';
import { transitFamily } from '../catchments/timeOfDay.ts';
import { indicatorsOf } from '../listings/indicators.ts';
import { versionsOf } from '../output/common.ts';
import { ownMember } from '../own/figures.ts';
import { subjectOf, territoryHeading } from '../subject/subject.ts';
import type { Input, Output } from './schema.ts';

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
    ...ownMember(context, subject, input.ownData),
    ...subject.more,
    dataVersion: versionsOf(territory, ['territory', 'realestate', ...transitFamily(subject.more.method)]),
  };
  return indicators.available ? { result } : { result, creditsDue: 0 };
}
