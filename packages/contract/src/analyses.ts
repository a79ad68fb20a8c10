import { z } from 'zod';
import { data } from './data.ts';
import { instant } from './instant.ts';
import { LIMITS } from './limits.ts';

const json = z.record(z.string(), z.unknown());

export const person = z.object({ id: z.int(), name: z.string() }).describe('A user').meta({ id: 'Person' });

const runFields = {
  actionId: z.string().describe('The action that ran'),
  creditsCharged: z.number().nonnegative().describe('Credits that the run was charged'),
  dataVersion: data.describe('Versions of the data families that the action depends on'),
  createdAt: instant,
} as const;

/** Members of a version in executions, webhooks and listings. */
export const versionSummary = z
  .object({ versionNo: z.int().positive().describe('1, 2, 3, … of this analysis, without gaps'), ...runFields })
  .describe('A stored run')
  .meta({ id: 'VersionSummary' });
export type VersionSummary = z.infer<typeof versionSummary>;

export const versionListItem = versionSummary
  .extend({ author: person.describe('The user who ran it') })
  .describe('A stored run and the user who ran it')
  .meta({ id: 'VersionListItem' });
export type VersionListItem = z.infer<typeof versionListItem>;

/** Answer of GET /api/v1/analyses/{code}/versions. */
export const versionList = z
  .object({ data: z.array(versionListItem) })
  .describe('All versions, newest first')
  .meta({ id: 'VersionList' });

const runContent = {
  input: json.describe('Input of the run, with defaults'),
  results: json.describe("The run's `result`, as it was answered"),
} as const;

/** Answer of GET /api/v1/analyses/{code}/versions/{no}. */
export const version = versionListItem
  .extend({ ...runContent, state: json.describe('State of the analysis when the run was stored') })
  .describe('A stored run in full. It never changes')
  .meta({ id: 'Version' });

/** Results that came with a copy have no number: versions are not copied. */
const copiedVersionNo = z.int().positive().nullable().describe('Number of the version; null for copied results');

export const runSummary = z
  .object({ versionNo: copiedVersionNo, ...runFields })
  .describe('The last stored run')
  .meta({ id: 'RunSummary' });
export type RunSummary = z.infer<typeof runSummary>;

export const savedRun = z
  .object({ versionNo: copiedVersionNo, ...runFields, author: person.describe('The user who ran it'), ...runContent })
  .describe('A stored run with its results')
  .meta({ id: 'SavedRun' });

const analysisFields = {
  id: z.string().describe('The public code'),
  code: z.string().describe('The public code: 12 digits and letters, last segment of `url`'),
  name: z.string(),
  url: z.string().describe('Address of the analysis in the web app'),
  owner: person.describe('The creator; only the creator can change it'),
  access: z.enum(['owner', 'shared']).describe('owner: yours. shared: you may read it'),
  createdAt: instant,
  updatedAt: instant.describe('Changes with a new name, state or version'),
} as const;

const listedAnswer = z.object({
  outcome: z
    .enum(['yes', 'no', 'not_clear'])
    .nullable()
    .describe('The verdict, where the question has a yes or no; null where it has none'),
  title: z.string().describe('The name of the analysis: in the language that was asked for, where the web app gave it'),
  text: z.string().describe('Its first sentence, in the language that was asked for'),
});
export type ListedAnswer = z.infer<typeof listedAnswer>;

export const analysisListItem = z
  .object({
    ...analysisFields,
    latestRun: runSummary.nullable(),
    answer: listedAnswer
      .nullable()
      .describe(
        'What the last run says first. Null without a run, for runs of earlier versions, and for readers of other organizations',
      ),
    salesModelVersion: z
      .int()
      .nullable()
      .describe(
        'Its newest version with a sales model, which other questions can take; null without one, and for readers of other organizations',
      ),
  })
  .describe('An analysis with its last run')
  .meta({ id: 'AnalysisListItem' });
export type AnalysisListItem = z.infer<typeof analysisListItem>;

/** Answer of GET /api/v1/analyses. */
export const analysisList = z
  .object({ data: z.array(analysisListItem) })
  .describe(`The ${LIMITS.analysesListed} most recently updated of yours and of those shared with you`)
  .meta({ id: 'AnalysisList' });

/** Answer of GET /api/v1/analyses/{code}, and of every route that makes or renames one. */
export const analysis = z
  .object({
    ...analysisFields,
    state: json.describe('State that the web app reopens; {} if the analysis is used through the API alone'),
    latestRun: savedRun.nullable().describe('The latest stored results'),
    coverage: savedRun.optional().describe('The latest results of analysis.brand_coverage, if there are any'),
    siteComparison: savedRun.optional().describe('The latest results of analysis.site_comparison, if there are any'),
    currentData: data.describe('Data versions available now, to compare with those of a run'),
  })
  .describe('An analysis with its latest results')
  .meta({ id: 'Analysis' });

/** A name as callers send it; stored without white space around it. */
const name = z
  .string({ error: 'name must be a text.' })
  .trim()
  .refine((text) => text !== '' && [...text].length <= LIMITS.analysisNameCharacters, {
    error: `name must have 1 to ${LIMITS.analysisNameCharacters} characters, not counting white space around it.`,
  })
  .meta({ minLength: 1, maxLength: LIMITS.analysisNameCharacters })
  .describe(`1 to ${LIMITS.analysisNameCharacters} characters`);

/** Body of POST /api/v1/analyses. */
export const newAnalysis = z
  .object({
    name,
    state: z
      .record(z.string(), z.unknown(), { error: 'state must be a JSON object.' })
      .default({})
      .describe(`State that the web app reopens, up to ${LIMITS.analysisStateBytes} bytes of JSON`),
  })
  .describe('A new analysis')
  .meta({ id: 'NewAnalysis' });

/** Body of PUT /api/v1/analyses/{code}/name. */
export const newAnalysisName = z.object({ name }).describe('A new name').meta({ id: 'NewAnalysisName' });

/** Answer of DELETE routes. */
export const deleted = z
  .object({ id: z.string(), deleted: z.literal(true) })
  .describe('The deleted object')
  .meta({ id: 'Deleted' });
