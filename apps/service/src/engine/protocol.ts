import type { Channel, Quote } from '@hinterland/actions';
import type { Warning } from '@hinterland/contract';
import type { SharedTerritory } from '@hinterland/territory';

/** Messages between the service and its worker threads. */

export interface Task {
  /** An item is a run whose result is stored, not handed out. */
  readonly kind: 'quote' | 'run' | 'item' | 'map';
  /** Key under which the worker was given the territory. */
  readonly territory: string;
  /** Of an action, of work on rows, or "map". */
  readonly actionId: string;
  /** Input of the action, parsed; a MapQuestion. */
  readonly input: unknown;
  readonly channel: Channel;
  /** Corrections of stores that it sees; absent where there are none. */
  readonly overlay?: Overlay;
}

/** Corrections of the stores of a territory in shared memory: tasks that name the same are sent no copy. */
export interface Overlay {
  /** The same for the same corrections of the same organization alone. */
  readonly key: string;
  /** `Corrections` as JSON text in UTF-8. */
  readonly bytes: SharedArrayBuffer;
}

export type ToWorker =
  | { readonly type: 'territory'; readonly key: string; readonly shared: SharedTerritory }
  | { readonly type: 'drop'; readonly key: string }
  | {
      readonly type: 'task';
      readonly id: number;
      readonly task: Task;
      /** Whether the caller listens to progress; without, none is sent. */
      readonly withProgress: boolean;
    };

/** Beside the result of a run. */
export interface BesideResult {
  /** Those that the data of the territory give reason for. */
  readonly warnings: readonly Warning[];
  /** Credits really due; absent = all that was quoted. */
  readonly creditsDue?: number;
  /** A few figures of the result. */
  readonly summary?: Readonly<Record<string, unknown>>;
}

/** A finished task: the price of a quote, the result of a run as JSON text in UTF-8, the same compressed, or a part of the map. */
export type Outcome =
  | { readonly kind: 'quote'; readonly quote: Quote; readonly warnings: readonly Warning[] }
  | { readonly kind: 'map'; readonly bytes: Uint8Array | null }
  | ({ readonly kind: 'run'; readonly resultJson: Uint8Array } & BesideResult)
  | ({ readonly kind: 'item'; readonly resultGzip: Uint8Array } & BesideResult);

/** Of a task that has ended in a thread: when it was there, milliseconds since 1970. */
export interface Worked {
  readonly from: number;
  readonly to: number;
}

export type FromWorker =
  | { readonly type: 'ready' }
  | {
      readonly type: 'progress';
      readonly id: number;
      readonly fraction: number;
      readonly step: string;
      readonly soFar?: Readonly<Record<string, unknown>> | undefined;
    }
  | { readonly type: 'done'; readonly id: number; readonly outcome: Outcome; readonly worked: Worked }
  | {
      readonly type: 'problem';
      readonly id: number;
      readonly code: string;
      readonly detail: string;
      readonly fields: Readonly<Record<string, unknown>>;
      readonly worked: Worked;
    }
  | { readonly type: 'cancelled'; readonly id: number; readonly worked: Worked }
  | {
      readonly type: 'failed';
      readonly id: number;
      readonly message: string;
      readonly stack: string;
      readonly worked: Worked;
    };

export interface WorkerSettings {
  /** Module that exports `actions`: a package name or the URL of a file. */
  readonly registry: string;
  /** One Int32: the id of the task to give up. */
  readonly cancelFlag: SharedArrayBuffer;
  /** Whether it leaves the processor to other threads that want it. */
  readonly yields: boolean;
}
