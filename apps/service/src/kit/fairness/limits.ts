import { LIMITS } from '@hinterland/contract';
import { type RawBuilder, sql } from 'kysely';
import { ProblemError } from '../problem.ts';

/** A bound on what one organization takes of what all share. */
export interface FairLimit {
  readonly default: number;
  /** Completes "an organization may have so many …". */
  readonly of: string;
  /** The next step of a caller who has reached it. */
  readonly advice: string;
}

/** Every limit of an organization, by the name that answers and the operator's commands use. */
export const FAIR_LIMITS = {
  organization_requests: {
    default: LIMITS.requestsPerOrganization,
    of: 'requests of all keys and members in a minute',
    advice: 'Send fewer at the same time.',
  },
  waiting_calls: {
    default: LIMITS.waitingCallsPerOrganization,
    of: 'calls that wait to be computed',
    advice: 'Send fewer at the same time.',
  },
  open_jobs: {
    default: LIMITS.openJobsPerOrganization,
    of: 'jobs that wait or run',
    advice: 'Wait until one has ended, or stop one.',
  },
  running_jobs: {
    default: LIMITS.runningJobsPerOrganization,
    of: 'jobs that run at the same time',
    advice: 'Further jobs wait.',
  },
  keys: {
    default: LIMITS.keysPerOrganization,
    of: 'API keys that are not revoked',
    advice: 'Revoke one that is not used any more.',
  },
  analyses: {
    default: LIMITS.analysesPerOrganization,
    of: 'analyses',
    advice: 'Delete some first.',
  },
  analysis_bytes: {
    default: LIMITS.analysisBytesPerOrganization,
    of: 'bytes of analyses, states and results together',
    advice: 'Delete analyses first.',
  },
  datasets: {
    default: LIMITS.datasetsPerOrganization,
    of: 'datasets',
    advice: 'Delete some first.',
  },
  dataset_bytes: {
    default: LIMITS.datasetBytesPerOrganization,
    of: 'bytes of datasets',
    advice: 'Delete some first.',
  },
  assistant_turns: {
    default: LIMITS.assistantTurnsAtOncePerOrganization,
    of: 'questions to the assistant that are being answered',
    advice: 'Wait until one has its answer.',
  },
  share_mails: {
    default: LIMITS.shareMailsPerOrganization,
    of: 'people who are notified of shared analyses in an hour',
    advice: 'Wait until the hour is over.',
  },
  places_per_day: {
    default: 10,
    of: 'places that were begun within a day',
    advice: 'Wait until tomorrow, or ask the operator of the service.',
  },
  place_megabytes: {
    default: 20_000,
    of: 'megabytes of places that it has added',
    advice: 'Take a smaller place, or ask the operator of the service.',
  },
} as const satisfies Record<string, FairLimit>;
export type LimitName = keyof typeof FAIR_LIMITS;

/** The limit of an organization as an SQL expression: as the operator has set it, else the default. */
export const limitOf = (
  name: LimitName,
  organizationId: RawBuilder<number>,
): RawBuilder<number> => sql<number>`coalesce((
  select l.value from organization_limit l where l.organization_id = ${organizationId} and l.name = ${name}
), ${FAIR_LIMITS[name].default})`;

/** Throws organization_limit_reached unless there is room for `more`. */
export function requireRoom(name: LimitName, present: number, maximum: number, more = 1): void {
  if (present + more <= maximum) return;
  const { of, advice } = FAIR_LIMITS[name];
  throw new ProblemError(
    'organization_limit_reached',
    `Your organization has ${present} ${of}, and may have ${maximum}. ${advice}`,
    { policy: name, maximum, present },
  );
}
