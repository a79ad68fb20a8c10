export {
  type ActionDescriptor,
  actionDescriptor,
  actionList,
  chargeShown,
  type ExecuteAnswer,
  executeAnswer,
  pricing,
  type QuoteAnswer,
  type QuoteBody,
  quote,
  quoteAnswer,
  quoteLine,
  runOptions,
  type SkippedSection,
  skippedSection,
  type Warning,
  warning,
} from './actions.ts';
export {
  type AnalysisListItem,
  analysis,
  analysisList,
  analysisListItem,
  deleted,
  type ListedAnswer,
  newAnalysis,
  newAnalysisName,
  person,
  type RunSummary,
  runSummary,
  savedRun,
  type VersionListItem,
  type VersionSummary,
  version,
  versionList,
  versionListItem,
  versionSummary,
} from './analyses.ts';
export {
  CORRECTION_KINDS,
  type Correction,
  type CorrectionKind,
  type CorrectionList,
  correction,
  correctionList,
  correctionsStored,
  correctionTable,
  foundStore,
  type NewCorrection,
  newCorrection,
  storeList,
} from './corrections.ts';
export { type Credits, credits, limitUse } from './credits.ts';
export { DATA_FAMILIES, type Data, data } from './data.ts';
export {
  EVENT_TYPES,
  EVENTS,
  type EventData,
  type EventEnvelope,
  type EventType,
  eventData,
  eventEnvelope,
} from './events.ts';
export { instant } from './instant.ts';
export {
  JOB_STATUSES,
  type Job,
  type JobParts,
  type JobResultRow,
  type JobResults,
  type JobStatus,
  job,
  jobList,
  jobParts,
  jobResults,
} from './jobs.ts';
export { LIMITS } from './limits.ts';
export { type Me, me, ROLES, type Role } from './me.ts';
export { type FieldError, fieldError, type ProblemBody, problem } from './problem.ts';
export {
  BLOCKED_BY,
  type BlockedBy,
  isProblemCode,
  type ProblemCode,
  type ProblemEntry,
  problems,
} from './problems.ts';
export { type RowFault, type RowReason, rowFault } from './rowFaults.ts';
export { saidMembers, statement } from './said.ts';
export { type NewSales, newSales, type SalesThatCame, salesThatCame } from './salesThatCame.ts';
export { SCOPE_MEANING, SCOPES, type Scope } from './scopes.ts';
export { type NewShares, newShares, type Shares, shares } from './shares.ts';
export {
  type AnswerOfSubject,
  deletedSubject,
  type NewProject,
  type NewSubject,
  newProject,
  newSubject,
  type Project,
  type ProjectList,
  project,
  projectAnswer,
  projectList,
  type SavedPlace,
  type Subject,
  type SubjectKind,
  type SubjectList,
  subject,
  subjectKind,
  subjectList,
  subjectReference,
} from './subjects.ts';
export {
  EVENT_CHANGES_MAX,
  type NewSupplySubscription,
  newSupplySubscription,
  type SupplySubscription,
  supplySubscription,
  supplySubscriptionList,
  type VersionStoreChanges,
  versionStoreChanges,
} from './supply.ts';
export {
  availableEvents,
  DELIVERY_STATUSES,
  type Delivery,
  deletedWebhook,
  delivery,
  deliveryList,
  type NewWebhook,
  newWebhook,
  type Webhook,
  type WebhookList,
  type WebhookWithSecret,
  webhook,
  webhookList,
  webhookWithSecret,
} from './webhooks.ts';
