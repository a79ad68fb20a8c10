import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  actionDescriptor,
  analysis,
  analysisList,
  analysisListItem,
  BLOCKED_BY,
  credits,
  data,
  deleted,
  deletedWebhook,
  delivery,
  EVENT_TYPES,
  EVENTS,
  eventData,
  eventEnvelope,
  executeAnswer,
  job,
  LIMITS,
  me,
  newWebhook,
  problem,
  problems,
  quoteAnswer,
  runSummary,
  SCOPES,
  savedRun,
  shares,
  version,
  versionList,
  versionListItem,
  versionSummary,
  webhook,
  webhookList,
  webhookWithSecret,
} from './index.ts';

/**
 * What customers can see, written out by hand. A red line here means: the contract changes. Intend it, keep it additive,
 * change the line, and write it into CHANGELOG.md.
 */
describe('promised outside', () => {
  it('S243 error codes and their status', () => {
    expect(
      Object.entries(problems).map(([code, entry]) => `${entry.status} ${code} ${entry.fields.join(' ')}`.trim()),
    ).toEqual([
      '400 validation_error errors',
      '400 quote_required quotedCredits quote',
      '401 missing_api_key',
      '401 invalid_api_key',
      '401 not_signed_in',
      '401 sign_in_failed',
      '402 insufficient_credits blockedBy blockedByAll requiredCredits availableCredits limit used resetsAt',
      '403 insufficient_scope requiredScope',
      '403 insufficient_role',
      '403 email_not_verified',
      '403 cross_site_request',
      '403 not_owner',
      '404 not_found',
      '404 result_not_available reason',
      '405 method_not_allowed',
      '409 quote_changed quotedCredits quote',
      '409 idempotency_in_progress retryAfter',
      '409 last_owner',
      '409 name_taken',
      '409 order_not_open',
      '409 state_changed revision savedBy savedAt',
      '409 dataset_not_ready',
      '409 assistant_busy',
      '409 card_not_open',
      '409 job_running',
      '409 job_not_running',
      '409 organization_limit_reached policy maximum present',
      '409 webhook_limit_reached',
      '409 webhook_disabled',
      '409 event_not_subscribed',
      '410 results_expired',
      '410 link_not_valid',
      '413 payload_too_large',
      '415 unsupported_media_type',
      '422 idempotency_key_reused',
      '422 territory_too_large poles limit',
      '422 no_service errors serviceDays',
      '422 outside_coverage errors',
      '429 rate_limited policy retryAfter maximum present',
      '500 internal_error',
      '503 service_unavailable retryAfter',
      '504 run_timeout',
    ]);
  });

  it('S52 scopes, S186-S189 order of blockedBy, S213 events', () => {
    expect(SCOPES).toEqual(['read', 'run', 'manage']);
    expect(BLOCKED_BY).toEqual(['organization_balance', 'team_limit', 'user_limit', 'api_key_limit']);
    expect(Object.keys(EVENTS)).toEqual([
      'job.completed',
      'job.failed',
      'analysis.version.created',
      'supply.changed',
      'ping',
    ]);
  });

  it('D100 the states of a job', () => {
    expect(job.shape.status.options).toEqual(['queued', 'running', 'succeeded', 'stopped', 'failed']);
  });

  it('S92 S132 S150 S152 S210 S231 S246 S247 the numbers of the specification', () => {
    expect(LIMITS).toMatchObject({
      requestsPerMinute: 600,
      chargedExecutionsPerMinute: 60,
      idempotencyKeyCharacters: 80,
      analysisNameCharacters: 255,
      analysisCodeCharacters: 12,
      analysesListed: 100,
      sharePeople: 50,
      anyoneExpiresDays: [7, 30, null],
      siteRankCandidatesMin: 2,
      siteRankCandidatesMax: 20,
      networkStoresMin: 2,
      networkStoresMax: 500,
      networkCandidatesMax: 100,
      networkMinutesMax: 60,
      closeCountMin: 1,
      closeCountMax: 50,
      openCountMin: 1,
      openCountMax: 20,
      whiteSpotLevelMin: 4,
      whiteSpotLevelMax: 9,
      networkPolesMax: 50_000_000,
      enrichPointsMax: 500,
      enrichPointsSampled: 3,
      jobResultDays: 30,
      activeWebhooksPerOrganization: 10,
      deliveriesListedDefault: 50,
      deliveriesListedMax: 200,
      deliveryTimeoutSeconds: 10,
      deliveryAttempts: 4,
      deliveryRetrySeconds: [60, 600, 3600],
      deliveryKeptDays: 30,
      failedAttemptsUntilDisabled: 20,
      freeStorageMegabytes: 50,
      storageCreditsPer100Megabytes: 2,
      suspendedDatasetDays: 90,
    });
  });

  it('the numbers that decisions added', () => {
    expect(LIMITS).toMatchObject({
      rateWindowSeconds: 60,
      requestsPerOrganization: 6_000,
      sessionRequestsPerMinute: 1_200,
      unauthenticatedPerMinute: 600,
      idempotencyWaitSeconds: 20,
      runSeconds: 60,
      holdLeaseSeconds: 60,
      holdLeaseRenewalSeconds: 15,
      bodyBytes: 1048576,
      largeBodyBytes: 4194304,
      analysisStateBytes: 1048576,
      analysisBodyBytes: 1064960,
      bodyDepth: 64,
      jobResultsPageDefault: 100,
      jobResultsPageMax: 500,
    });
  });

  it('field names of the resources', () => {
    const names = (schema: z.ZodObject) => Object.keys(schema.shape).join(' ');
    expect(names(me)).toBe('user organization team key credits');
    expect(names(me.shape.key)).toBe('id name prefix scopes monthlyCap monthlyUsage createdAt lastUsedAt');
    expect(names(credits)).toBe('balance reserved available month resetsAt team user');
    expect(names(credits.shape.user)).toBe('limit used reserved remaining');
    // The specification's four, and timetables, which only journeys by public transport stand on.
    expect(names(data)).toBe('territory sociodemo realestate players transit');
    expect(names(actionDescriptor)).toBe(
      'id title description tariff pricing charged scope inputSchema outputSchema example background',
    );
    expect(names(quoteAnswer)).toBe('actionId quotedCredits quote polesInvolved sampledPoints skipped warnings');
    expect(names(quoteAnswer.shape.quote)).toBe('totalCredits lines');
    expect(names(executeAnswer)).toBe('actionId result quotedCredits idempotencyKey replayed version warnings');
    const listed = 'id code name url owner access createdAt updatedAt';
    expect(names(analysisListItem)).toBe(`${listed} latestRun answer salesModelVersion`);
    expect(names(analysis)).toBe(`${listed} state latestRun coverage siteComparison currentData`);
    const summary = 'versionNo actionId creditsCharged dataVersion createdAt';
    expect(names(versionSummary)).toBe(summary);
    expect(names(versionListItem)).toBe(`${summary} author`);
    expect(names(version)).toBe(`${summary} author input results state`);
    expect(names(runSummary)).toBe(summary);
    expect(names(savedRun)).toBe(`${summary} author input results`);
    expect(names(shares)).toBe('team organization anyone anyoneExpiresDays people anyoneExpiresAt url');
    expect(names(deleted)).toBe('id deleted');
    const hook = 'id url events status description hears consecutiveFailures disabledAt createdAt';
    expect(names(webhook)).toBe(hook);
    expect(names(webhookWithSecret)).toBe(`${hook} secret`);
    expect(names(webhookList)).toBe('data availableEvents');
    expect(names(newWebhook)).toBe('url events description');
    expect(names(delivery)).toBe(
      'id event eventId status attempts nextAttemptAt responseCode error payload createdAt lastAttemptAt',
    );
    expect(names(deletedWebhook)).toBe('id deleted');
    for (const type of EVENT_TYPES) expect(names(eventEnvelope(type))).toBe('id type createdAt data');
    expect(names(eventData['job.completed'])).toBe('job');
    expect(names(eventData['job.failed'])).toBe('job');
    expect(names(eventData['analysis.version.created'])).toBe('analysisCode version');
    expect(names(eventData.ping)).toBe('message');
    expect(names(problem).split(' ').slice(0, 6)).toEqual(['type', 'title', 'status', 'detail', 'instance', 'error']);
  });

  it('S243 every extra field of a problem has its place in the problem schema', () => {
    const known = Object.keys(problem.shape);
    const extra = Object.values(problems).flatMap((entry) => [...entry.fields]);
    expect(extra.filter((field) => !known.includes(field))).toEqual([]);
  });

  it('every field of every resource is described or speaks for itself', () => {
    const schema = z.toJSONSchema(
      z.object({
        me,
        credits,
        data,
        actionDescriptor,
        quoteAnswer,
        executeAnswer,
        problem,
        analysis,
        analysisList,
        version,
        versionList,
        shares,
        deleted,
      }),
    );
    expect(JSON.stringify(schema)).not.toContain('undefined');
    for (const resource of Object.values(schema.properties ?? {}) as { $ref?: string; description?: string }[]) {
      const named = schema.$defs?.[resource.$ref?.replace('#/$defs/', '') ?? ''];
      expect(resource.description ?? named?.description).toBeTruthy();
    }
  });
});
