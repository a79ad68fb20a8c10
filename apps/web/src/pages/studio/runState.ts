import type { Moment } from '../../api/watch.ts';

/** A run that is wanted. */
export interface Wanted {
  readonly actionId: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly quotedCredits: number;
  readonly isCharged: boolean;
}

/** A run that failed, and the analysis that was to keep it; null where none was made. */
export interface Failed {
  readonly error: unknown;
  readonly wanted: Wanted;
  readonly code: string | null;
  readonly cut: Cut | null;
}

/** A run whose answer did not arrive: the analysis that keeps it if it had finished, and its last version before. */
export interface Cut {
  readonly code: string;
  readonly lastNo: number;
}

export type RunState =
  | { readonly phase: 'idle' }
  /** `moment` is null until the run has told how far it is. */
  | { readonly phase: 'running'; readonly moment: Moment | null }
  | { readonly phase: 'cancelled' }
  | ({ readonly phase: 'failed' } & Failed);

export type RunEvent =
  | { readonly kind: 'started' | 'answered' | 'cancelled' | 'forgotten' }
  | { readonly kind: 'moved'; readonly moment: Moment }
  | ({ readonly kind: 'failed' } & Failed);

export const IDLE: RunState = { phase: 'idle' };

/** The state of a run after an event. A refusal that is about something else is forgotten; a run that goes on is not. */
export function nextRun(state: RunState, event: RunEvent): RunState {
  switch (event.kind) {
    case 'started':
      return { phase: 'running', moment: null };
    case 'moved':
      return state.phase === 'running' ? { phase: 'running', moment: event.moment } : state;
    case 'answered':
      return IDLE;
    case 'cancelled':
      return { phase: 'cancelled' };
    case 'failed':
      return { phase: 'failed', error: event.error, wanted: event.wanted, code: event.code, cut: event.cut };
    case 'forgotten':
      return state.phase === 'running' || state.phase === 'idle' ? state : IDLE;
  }
}
