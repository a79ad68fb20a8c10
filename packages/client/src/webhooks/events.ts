/** Members that every event has. */
interface Envelope<Type extends string, Data> {
  /** Begins with `evt_`. The same at every attempt: keep it, to recognize an event that comes twice. */
  readonly id: string;
  readonly type: Type;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  readonly data: Data;
}

export interface JobEventData {
  /** As GET /api/v1/jobs/{id} answers it. */
  readonly job: {
    readonly id: string;
    /** The action that ran, such as enrich.points. */
    readonly type: string;
    readonly status: 'queued' | 'running' | 'succeeded' | 'stopped' | 'failed';
    readonly createdAt: string;
    readonly startedAt: string | null;
    readonly finishedAt: string | null;
    readonly progress: {
      readonly total: number;
      readonly done: number;
      readonly skipped: number;
      readonly failed: number;
    };
    readonly maxCredits: number;
    readonly analysisCode: string | null;
    readonly result: {
      readonly done: number;
      readonly skipped: number;
      readonly failed: number;
      readonly creditsCharged: number;
      /** Why it did not come to the last point; null where it did. */
      readonly stopReason: string | null;
    } | null;
    readonly error: { readonly error: string; readonly detail: string } | null;
    readonly resultsExpireAt: string | null;
  };
}

export interface VersionCreatedData {
  /** Code of the analysis, the last part of its address. */
  readonly analysisCode: string;
  readonly version: {
    readonly versionNo: number;
    readonly actionId: string;
    readonly creditsCharged: number;
    /** Versions of the data families that the run used. */
    readonly dataVersion: Readonly<Partial<Record<'territory' | 'sociodemo' | 'realestate' | 'players', string>>>;
    readonly createdAt: string;
  };
}

/** A background job finished, or was stopped by its owner: `job.status` is succeeded or stopped. */
export type JobCompletedEvent = Envelope<'job.completed', JobEventData>;
/** A background job failed: `job.error` says why. */
export type JobFailedEvent = Envelope<'job.failed', JobEventData>;
/** A charged run that was bound to an analysis was stored as a version. */
export type AnalysisVersionCreatedEvent = Envelope<'analysis.version.created', VersionCreatedData>;
/** Sent on request, to try an endpoint. */
export type PingEvent = Envelope<'ping', { readonly message: string }>;

/** Every event, told apart by `type`. */
export type WebhookEvent = JobCompletedEvent | JobFailedEvent | AnalysisVersionCreatedEvent | PingEvent;
