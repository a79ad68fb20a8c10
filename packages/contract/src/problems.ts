/** One error code: everything that is fixed about it. What happened this time goes into `detail` and the extra fields. */
export interface ProblemEntry {
  /** HTTP status of the answer. */
  readonly status: number;
  /** RFC 9457 title: the same sentence whenever the code appears. */
  readonly title: string;
  /** Members beyond type, title, status, detail, instance and error; those that do not apply are absent. */
  readonly fields: readonly string[];
}

/**
 * Every error of the service. The code is the `error` member of the answer and the last segment of its `type`; a page of
 * the same name is in docs/problems. Codes are never removed and never change their meaning.
 */
export const problems = {
  validation_error: { status: 400, title: 'The request is not valid', fields: ['errors'] },
  quote_required: { status: 400, title: 'A charged run needs a quote', fields: ['quotedCredits', 'quote'] },
  missing_api_key: { status: 401, title: 'No API key was sent', fields: [] },
  invalid_api_key: { status: 401, title: 'The API key is not valid', fields: [] },
  not_signed_in: { status: 401, title: 'Nobody is signed in', fields: [] },
  sign_in_failed: { status: 401, title: 'The sign-in failed', fields: [] },
  insufficient_credits: {
    status: 402,
    title: 'Not enough credits',
    fields: ['blockedBy', 'blockedByAll', 'requiredCredits', 'availableCredits', 'limit', 'used', 'resetsAt'],
  },
  insufficient_scope: { status: 403, title: 'The API key lacks a scope', fields: ['requiredScope'] },
  insufficient_role: { status: 403, title: 'The role does not allow this', fields: [] },
  email_not_verified: { status: 403, title: 'The e-mail address is not verified', fields: [] },
  cross_site_request: { status: 403, title: 'The request came from another site', fields: [] },
  not_owner: { status: 403, title: 'Only the owner may do this', fields: [] },
  not_found: { status: 404, title: 'Not found', fields: [] },
  result_not_available: { status: 404, title: 'There is no result for this point', fields: ['reason'] },
  method_not_allowed: { status: 405, title: 'The method is not allowed here', fields: [] },
  quote_changed: { status: 409, title: 'The quote has changed', fields: ['quotedCredits', 'quote'] },
  idempotency_in_progress: {
    status: 409,
    title: 'A run with this idempotency key is in progress',
    fields: ['retryAfter'],
  },
  last_owner: { status: 409, title: 'An organization needs an owner', fields: [] },
  name_taken: { status: 409, title: 'The name is taken', fields: [] },
  order_not_open: { status: 409, title: 'The order is not open', fields: [] },
  state_changed: {
    status: 409,
    title: 'The state was saved by somebody else',
    fields: ['revision', 'savedBy', 'savedAt'],
  },
  dataset_not_ready: { status: 409, title: 'The dataset is not ready', fields: [] },
  assistant_busy: { status: 409, title: 'The assistant is answering', fields: [] },
  card_not_open: { status: 409, title: 'The price card is no longer open', fields: [] },
  job_running: { status: 409, title: 'The job is still running', fields: [] },
  job_not_running: { status: 409, title: 'The job is not running', fields: [] },
  organization_limit_reached: {
    status: 409,
    title: 'A limit of the organization is reached',
    fields: ['policy', 'maximum', 'present'],
  },
  webhook_limit_reached: { status: 409, title: 'Too many active webhooks', fields: [] },
  webhook_disabled: { status: 409, title: 'The webhook is disabled', fields: [] },
  event_not_subscribed: { status: 409, title: 'The webhook does not listen to this event', fields: [] },
  results_expired: { status: 410, title: 'The results have expired', fields: [] },
  link_not_valid: { status: 410, title: 'The link is not valid', fields: [] },
  payload_too_large: { status: 413, title: 'The request is too large', fields: [] },
  unsupported_media_type: { status: 415, title: 'The body must be JSON', fields: [] },
  idempotency_key_reused: { status: 422, title: 'The idempotency key belongs to another request', fields: [] },
  territory_too_large: { status: 422, title: 'The territory is too large', fields: ['poles', 'limit'] },
  no_service: {
    status: 422,
    title: 'No public transport runs on this day',
    fields: ['errors', 'serviceDays'],
  },
  outside_coverage: { status: 422, title: 'Outside the installed territories', fields: ['errors'] },
  rate_limited: { status: 429, title: 'Too many requests', fields: ['policy', 'retryAfter', 'maximum', 'present'] },
  internal_error: { status: 500, title: 'Something went wrong on our side', fields: [] },
  service_unavailable: { status: 503, title: 'The service is not available right now', fields: ['retryAfter'] },
  run_timeout: { status: 504, title: 'The run took too long', fields: [] },
} as const satisfies Record<string, ProblemEntry>;

export type ProblemCode = keyof typeof problems;

export const isProblemCode = (code: string): code is ProblemCode => Object.hasOwn(problems, code);

/** Limits that can refuse a hold, in the order in which `blockedBy` names the first. */
export const BLOCKED_BY = ['organization_balance', 'team_limit', 'user_limit', 'api_key_limit'] as const;
export type BlockedBy = (typeof BLOCKED_BY)[number];
