import { ProblemError, unavailable } from '../kit/problem.ts';
import type { FileDamage } from './verification.ts';

/** A territory that was put out of force because one of its files is not as it was written. */
export interface Damage extends FileDamage {
  /** Id of the territory. */
  readonly territory: string;
  /** Folder that it was loaded from. */
  readonly bundle: string;
}

/** Time after which a caller may try a damaged territory again. */
const RETRY_SECONDS = 60;

/** Refuses a call for a damaged territory. */
export class TerritoryDamaged extends ProblemError {
  constructor({ territory }: Pick<Damage, 'territory'>) {
    const { message, fields, headers } = unavailable(
      `The data of the territory "${territory}" are damaged, so nothing is answered from them until the operator has ` +
        'replaced them. Nothing was charged.',
      RETRY_SECONDS,
    );
    super('service_unavailable', message, fields, headers);
  }
}

/** Pause of callers of a process that lacks the data in force: another process answers sooner. */
const BEHIND_RETRY_SECONDS = 2;

/** Refuses a call for a territory of which other processes have newer data in force. */
export class TerritoryBehind extends ProblemError {
  constructor(territory: string) {
    const { message, fields, headers } = unavailable(
      `New data of the territory "${territory}" are in force, and this process does not have them yet. Nothing was charged. ` +
        'Repeat the call in a moment.',
      BEHIND_RETRY_SECONDS,
    );
    super('service_unavailable', message, fields, headers);
  }
}

/** Refuses a charged call that would have to wait too long until its data have been compared with their checksums. */
export const notYetVerified = (territory: string) =>
  unavailable(
    `The data of the territory "${territory}" are still being compared with their checksums after the start of the ` +
      'service. Nothing was charged. Repeat the call in a moment.',
    5,
  );
