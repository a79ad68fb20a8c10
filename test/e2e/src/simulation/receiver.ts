import type { Outcome } from '../../../../apps/service/src/webhooks/send.ts';
import type { Process, Scheduler } from './scheduler.ts';

const FAILED: Outcome = { delivered: false, responseCode: null, error: 'connect_error' };
const TIMED_OUT: Outcome = { delivered: false, responseCode: null, error: 'timeout' };
const DELIVERED: Outcome = { delivered: true, responseCode: 204, error: null };

export interface Receiver {
  /** Bodies that arrived, by event. */
  readonly arrived: ReadonlyMap<string, readonly string[]>;
  send(process: Process, body: string, isQuiet: boolean): Promise<Outcome>;
}

/** Endpoints behind a network that loses questions and answers. */
export function makeReceiver(scheduler: Scheduler): Receiver {
  const arrived = new Map<string, string[]>();
  return {
    arrived,
    async send(process, body, isQuiet) {
      await scheduler.pause(process);
      if (!isQuiet && scheduler.happens(0.15)) return FAILED;
      const { id } = JSON.parse(body);
      arrived.set(id, [...(arrived.get(id) ?? []), body]);
      await scheduler.pause(process);
      return !isQuiet && scheduler.happens(0.05) ? TIMED_OUT : DELIVERED;
    },
  };
}
