import type { Action } from '@hinterland/actions';
import type { Credits } from '@hinterland/contract';
import type { Generation } from '../../engine/territoriesInForce.ts';
import type { Log } from '../../kit/log.ts';
import type { Offload } from '../../kit/offload/offload.ts';
import type { Runner } from '../../kit/who.ts';
import type { KeyGate } from '../../organizations/keys/gate.ts';
import type { CorrectionService } from '../../work/corrections/service.ts';
import type { Jobs } from '../../work/jobs/service.ts';
import type { Runs } from '../../work/runs/service.ts';
import type { Tiles } from '../../work/tiles/service.ts';

/** Services that the tools offer. */
export interface ToolServices {
  readonly actions: readonly Action[];
  readonly runs: Runs;
  /** The thread that checks large messages. */
  readonly offload: Pick<Offload, 'perform'>;
  readonly jobs: Jobs;
  readonly corrections: CorrectionService;
  readonly keys: Pick<KeyGate, 'count'>;
  /** Credits that the caller can spend. */
  readonly credits: (caller: Runner) => Promise<Credits>;
  /** Territories in force. */
  readonly territories: () => readonly Generation[];
  /** Their maps. */
  readonly tiles: Pick<Tiles, 'behind'>;
  readonly baseUrl: () => string;
  readonly log: Log;
  /** Whether it is an organization's own server: tools have no prices, and charged ones run without consent to one. */
  readonly house: boolean;
}
