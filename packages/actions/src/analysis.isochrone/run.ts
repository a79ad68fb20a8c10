import type { ActionContext, RunOutcome } from '../action.ts';
import { catchmentOf, describeMethod, describeOrigins, limitOf } from '../catchment.ts';
import { rounded, versionsOf } from '../output.ts';
import type { Input, Output } from './schema.ts';

export function run(context: ActionContext, input: Input): RunOutcome<Output> {
  context.progress(0, 'counting residents');
  const catchment = catchmentOf(context, input);
  const people = (residents: number | null) => (residents === null ? null : rounded(residents));
  return {
    result: {
      bands: catchment.bands.map(({ limit, own, cumulative }) => ({
        ...limitOf(catchment, limit),
        residents: people(own.residents),
        cumulativeResidents: people(cumulative.residents),
        poles: own.poles,
        cumulativePoles: cumulative.poles,
        standInPoles: own.standInPoles,
      })),
      origins: describeOrigins(catchment),
      method: describeMethod(catchment),
      dataVersion: versionsOf(context.territory, ['territory', 'sociodemo']),
    },
  };
}
