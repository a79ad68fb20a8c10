import { type ActionContext, findAction } from '@hinterland/actions';
import { ActionProblem, resultBytes } from '@hinterland/actions/action';
import type { LatLng } from '@hinterland/engine/query';
import { loadTerritory } from '@hinterland/territory';
import { figuresOf } from '../measuredProcess.ts';
import { percentile } from '../percentile.ts';
import { type Times, timed } from '../timed.ts';
import { type ActionFigures, type ActionTask, answerParent } from './childProcesses.ts';

process.once('message', async ({ bundle, rounds, minutes, sizes }: ActionTask) => {
  const territory = await loadTerritory(bundle);
  const context: ActionContext = { territory, channel: 'api', progress: () => {}, cancelled: () => false };
  const action = findAction('network.coverage')!;
  const inputOf = (places: readonly LatLng[], minutes: number, geometry: boolean) =>
    action.input.parse({ stores: places.map((place, id) => ({ id, ...place })), minutes, geometry });
  const times: Times[] = [];
  for (const places of rounds) {
    const { wall, cpu } = await timed(
      () => resultBytes(action.run(context, inputOf(places, minutes, true)).result as object).length,
    );
    times.push({ wall, cpu });
  }
  const peakMegabytes = (await figuresOf(process.pid))?.peakMegabytes ?? Number.NaN;
  const passes = sizes.map((minutes) => ({ minutes, ...polesAt(minutes) }));
  const [first, ...others] = times;
  const middle = (of: keyof Times) =>
    percentile(
      others.map((one) => one[of]),
      0.5,
    );
  answerParent({
    first: first!,
    later: { wall: middle('wall'), cpu: middle('cpu') },
    peakMegabytes,
    passes,
  } satisfies ActionFigures);

  function polesAt(minutes: number): { poles: number | null; refused: string | null } {
    try {
      const { extra } = action.quote(context, inputOf(rounds[0]!, minutes, false));
      return { poles: extra!.polesInvolved!, refused: null };
    } catch (error) {
      if (error instanceof ActionProblem) return { poles: null, refused: error.message };
      throw error;
    }
  }
});
