import type { ActionContext, RunOutcome } from '../action/action.ts';
import { describeBands } from '../catchments/bands.ts';
import { catchmentOf, describeMethod, describeOrigins, stopIfCancelled } from '../catchments/catchment.ts';
import { transitFamily } from '../catchments/timeOfDay.ts';
import { versionsOf } from '../output/common.ts';
import { ownMember } from '../own/figures.ts';
import { catchmentSubject } from '../subject/subject.ts';
import { compareModes, describeModes } from './modes.ts';
import type { Input, Output } from './schema.ts';

export function run(context: ActionContext, input: Input): RunOutcome<Output> {
  context.progress(0, 'counting residents');
  const catchment = catchmentOf(context, input);
  stopIfCancelled(context);
  if (input.geometry) context.progress(0.3, 'drawing polygons');
  const method = describeMethod(catchment);
  const compared = input.compareModes ? describeModes(compareModes(context, input), input) : null;
  const rides = [method, ...(compared ?? []).map((mode) => mode.method)].flatMap(transitFamily);
  return {
    result: {
      ...describeBands(catchment, input.geometry, input),
      ...(compared === null ? {} : { modes: compared }),
      ...ownMember(context, catchmentSubject(catchment), input.ownData),
      origins: describeOrigins(catchment),
      method,
      dataVersion: versionsOf(context.territory, ['territory', 'sociodemo', ...rides]),
    },
  };
}
