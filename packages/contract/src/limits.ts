/**
 * The numbers of the specification and of the decisions beside it. They are promised outside: a change is a change of
 * the contract and goes into the changelog.
 */
export const LIMITS = {
  /** Requests of one API key in any 60 seconds. */
  requestsPerMinute: 600,
  /** Executions of charged actions of one API key in any 60 seconds. */
  chargedExecutionsPerMinute: 60,
  /** Length of the window that both are counted in. */
  rateWindowSeconds: 60,
  /** Requests of all keys and members of an organization in a minute, in each process. */
  requestsPerOrganization: 6_000,
  /** Requests of a user in the web app in a minute, in each process. */
  sessionRequestsPerMinute: 1_200,
  /** Requests with a missing or wrong key from one network address in any 60 seconds. */
  unauthenticatedPerMinute: 600,

  /** Longest idempotency key, in code points. A longer one is refused in the body and ignored in the header. */
  idempotencyKeyCharacters: 80,
  /** Time that a second call with the same idempotency key waits for the first. */
  idempotencyWaitSeconds: 20,
  /** A synchronous run ends after this time; its hold is released. */
  runSeconds: 60,
  /** A hold whose worker gives no sign of life for this long is released. */
  holdLeaseSeconds: 60,
  /** Interval at which a running worker renews the lease of its hold. */
  holdLeaseRenewalSeconds: 15,

  /** Shortest password that opens an account alone, and beside a second factor (NIST SP 800-63B), in characters. */
  passwordCharacters: 15,
  passwordBesideFactorCharacters: 8,

  /** Longest that a report may take to be printed as PDF. */
  reportSeconds: 30,
  /** Reports that may wait for their turn while another one is printed. */
  reportsWaiting: 12,

  /** Largest logo of an organization's reports, in bytes, and its longest side. */
  logoBytes: 200_000,
  logoPixels: 4000,

  /** Largest request body. */
  bodyBytes: 1_048_576,
  /** Largest request body of the actions that take long lists (`largeBody`). */
  largeBodyBytes: 4_194_304,
  /** Corrections of stores that an organization may have in force in a territory. */
  correctionsMax: 20_000,
  /** Subscriptions of an organization to changes of stores. */
  supplySubscriptions: 50,
  /** Longest table of corrections. */
  correctionTableCharacters: 4_000_000,
  correctionsListed: 500,
  storesFound: 200,
  /** Saved subjects and projects of an organization. */
  subjectsMax: 5000,
  projectsMax: 1000,
  /** Places that a saved set or network holds itself; more are rows of a dataset. */
  subjectPlaces: 500,
  subjectCandidates: 100,
  subjectRivals: 50,
  subjectFields: 50,
  subjectFieldCharacters: 100,
  subjectTextCharacters: 1000,
  subjectNameCharacters: 200,
  subjectsListed: 200,
  subjectAnswers: 3,
  projectNoteCharacters: 2000,
  /** Subjects, and answers, of one project. */
  projectItems: 100,
  /** Largest body of the routes of the pages that have no limit of their own, such as those of sign-in. */
  accountBodyBytes: 16_384,
  /** Deepest nesting of arrays and objects in a request body. */
  bodyDepth: 64,
  /** Most values in a request body, lists and objects counted with their members. */
  bodyValues: 200_000,

  /** Analysis name, in code points. */
  analysisNameCharacters: 255,
  analysisCodeCharacters: 12,
  /** State of an analysis, as JSON text in UTF-8. */
  analysisStateBytes: 1_048_576,
  /** Largest body that makes an analysis: a full state, and room for the name. */
  analysisBodyBytes: 1_064_960,
  /** Analyses that the listing shows, most recently updated first. */
  analysesListed: 100,
  sharePeople: 50,
  /** Days after which a link for anyone ends; null stands for never. */
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
  /** Address poles that the catchments of one network.coverage call may hold together. */
  networkPolesMax: 50_000_000,
  /** Places of network.matrix on either side, and pairs of them; origins of network.nearest, places and nearest ones. */
  matrixOriginsMax: 500,
  matrixDestinationsMax: 1_000,
  matrixPairsMax: 50_000,
  nearestOriginsMax: 500,
  nearestDestinationsMax: 5_000,
  nearestCountMax: 50,
  /** Longest travel time of both. */
  travelMinutesMax: 240,
  enrichPointsMax: 500,
  enrichPointsSampled: 3,
  /** Rows of a dataset that one enrich.dataset works on, and rows of a part of it, which is a file and a charge. */
  enrichDatasetRowsMax: 500_000,
  enrichDatasetPartRows: 5_000,
  /** Time for which the address of a part is good; a new list has new addresses. */
  partAddressMinutes: 60,

  /** Calls of an organization that wait for a thread of one kind, in each process. */
  waitingCallsPerOrganization: 100,
  /** Jobs of an organization that wait or run, and those of them that run at the same time. */
  openJobsPerOrganization: 100,
  runningJobsPerOrganization: 2,

  /** Keys of an organization that are not revoked. */
  keysPerOrganization: 200,
  analysesPerOrganization: 5_000,
  /** States and results of an organization's analyses, as JSON text in UTF-8. */
  analysisBytesPerOrganization: 1_000_000_000,
  datasetsPerOrganization: 500,
  /** Cells of an organization's datasets, and files that are not imported yet. */
  datasetBytesPerOrganization: 10_000_000_000,
  /** People who are notified by mail of shared analyses, in any hour. */
  shareMailsPerUser: 100,
  shareMailsPerOrganization: 200,
  /** Mails about shared analyses that one address gets from everybody together, in any day. */
  shareMailsPerRecipient: 10,

  jobResultDays: 30,
  jobResultsPageDefault: 100,
  jobResultsPageMax: 500,

  activeWebhooksPerOrganization: 10,
  deliveriesListedDefault: 50,
  deliveriesListedMax: 200,
  deliveryTimeoutSeconds: 10,
  deliveryAttempts: 4,
  /** Waits between the attempts of a delivery. */
  deliveryRetrySeconds: [60, 600, 3600],
  deliveryKeptDays: 30,
  /** Failed attempts in a row, retries included, that disable an endpoint. */
  failedAttemptsUntilDisabled: 20,
  /** Time after a rotation in which the previous secret signs as well as the new one. */
  rotatedSecretHours: 24,

  /** Question to the assistant, in characters. */
  assistantQuestionCharacters: 4_000,
  /** Tool calls, time of the language model and its tokens, for one answer of the assistant. */
  assistantToolCallsPerTurn: 12,
  assistantModelSecondsPerTurn: 60,
  assistantTokensPerTurn: 400_000,
  /** A language model that says nothing for this long is given up. */
  assistantSilenceSeconds: 30,
  /** Credits that the runs of a conversation may cost together, where nobody has set another number, and the largest one. */
  assistantCreditCap: 50,
  assistantCreditCapMax: 100_000,
  /** A price card that was not clicked dies after this time. */
  assistantCardMinutes: 10,
  /** Days after its last change for which a conversation is kept. */
  assistantKeptDays: 90,
  /** Questions of a user in any hour, and those that are answered at the same time. */
  assistantTurnsPerHour: 120,
  assistantTurnsAtOncePerUser: 2,
  /** Questions of an organization that are answered at the same time. */
  assistantTurnsAtOncePerOrganization: 8,
  /** Conversations of a user in an organization. */
  assistantConversationsPerUser: 500,
  /** Streams of events that a user may keep open, in each process. */
  assistantStreamsPerUser: 12,

  /** Megabytes (10^6 bytes) of datasets that cost nothing. */
  freeStorageMegabytes: 50,
  storageCreditsPer100Megabytes: 2,
  suspendedDatasetDays: 90,
} as const;
