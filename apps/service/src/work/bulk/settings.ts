import { z } from 'zod';

/** Where files of jobs lie, and who works their parts off. */
export interface BulkConfig {
  /** s3://bucket/prefix or file:///folder */
  readonly store: string;
  readonly runner: (typeof BULK_RUNNERS)[number];
  /** Of a runner outside of this process: the words of the command, its time limit for a part, and parts at the same time. */
  readonly command: readonly string[];
  /** Names of environment variables that the command is given beside those that every program is. */
  readonly commandEnvironment: readonly string[];
  readonly partSeconds: number;
  readonly partsAtOnce: number;
  /** Of kubernetes-job: file with the template of a pod, and the address of the API and folder of the account where they are not the usual ones. */
  readonly pod?: string | undefined;
  readonly cluster?: string | undefined;
  readonly clusterAccount?: string | undefined;
}

/**
 * `here`: the engine threads of the processes that work on jobs; `command`: a command that is given a part; `kubernetes-job`: a job of
 * the cluster. The first is the default.
 */
const BULK_RUNNERS = ['here', 'command', 'kubernetes-job'] as const;

const PART_SECONDS = 3_600;
const PARTS_AT_ONCE = 2;

/** The settings, as they are given. */
export const bulkEnvironment = {
  HINTERLAND_BULK_STORE: z
    .string()
    .regex(/^(s3:\/\/[^/\s?#]+|file:\/\/\/[^\s?#]*)/, 'must be an address such as s3://bucket/jobs or file:///srv/jobs')
    .optional(),
  HINTERLAND_BULK_RUNNER: z.enum(BULK_RUNNERS, `must be one of ${BULK_RUNNERS.join(', ')}`).optional(),
  HINTERLAND_BULK_COMMAND: z
    .string()
    .transform((text, context): readonly string[] => {
      const words = wordsIn(text);
      if (words !== null) return words;
      context.addIssue({ code: 'custom', message: 'must be a JSON array of words such as ["hinterland","work"]' });
      return z.NEVER;
    })
    .optional(),
  HINTERLAND_BULK_COMMAND_ENVIRONMENT: z
    .string()
    .transform((text) => text.split(',').map((name) => name.trim()))
    .refine((all) => all.every((name) => /^\w+$/.test(name)), 'must be names of variables, separated by commas')
    .optional(),
  HINTERLAND_BULK_PART_SECONDS: z.coerce.number().int().min(1).max(86_400).optional(),
  HINTERLAND_BULK_PARTS_AT_ONCE: z.coerce.number().int().min(1).max(1_000).optional(),
  HINTERLAND_BULK_POD: z.string().optional(),
  HINTERLAND_BULK_CLUSTER: z
    .string()
    .regex(/^(https:\/\/|http:\/\/(127\.0\.0\.1|localhost)[:/])/, 'must be an address with https://')
    .optional(),
  HINTERLAND_BULK_CLUSTER_ACCOUNT: z.string().optional(),
};

type Given = z.infer<z.ZodObject<typeof bulkEnvironment>>;

/** Files of jobs: a store, nothing, or what is wrong with the settings. */
export function bulkOf(settings: Given): BulkConfig | { readonly fault: string } | null {
  const given = (Object.keys(bulkEnvironment) as (keyof Given)[]).filter((name) => settings[name] !== undefined);
  const { HINTERLAND_BULK_STORE: store, HINTERLAND_BULK_RUNNER: runner = BULK_RUNNERS[0] } = settings;
  if (given.length === 0) return null;
  if (store === undefined) return { fault: `${given.join(', ')} is set, and it needs HINTERLAND_BULK_STORE` };
  const command = settings.HINTERLAND_BULK_COMMAND ?? [];
  if (runner !== 'here' && command.length === 0)
    return { fault: `HINTERLAND_BULK_RUNNER ${runner} needs HINTERLAND_BULK_COMMAND` };
  const pod = settings.HINTERLAND_BULK_POD;
  if (runner === 'kubernetes-job' && (pod === undefined || !store.startsWith('s3://')))
    return {
      fault: `HINTERLAND_BULK_RUNNER ${runner} needs HINTERLAND_BULK_POD, and a store that pods reach (s3://…)`,
    };
  return {
    store,
    runner,
    pod,
    cluster: settings.HINTERLAND_BULK_CLUSTER,
    clusterAccount: settings.HINTERLAND_BULK_CLUSTER_ACCOUNT,
    command,
    commandEnvironment: settings.HINTERLAND_BULK_COMMAND_ENVIRONMENT ?? [],
    partSeconds: settings.HINTERLAND_BULK_PART_SECONDS ?? PART_SECONDS,
    partsAtOnce: settings.HINTERLAND_BULK_PARTS_AT_ONCE ?? PARTS_AT_ONCE,
  };
}

/** The words of a command in a JSON text; null where it is no list of them. */
function wordsIn(text: string): readonly string[] | null {
  try {
    const words: unknown = JSON.parse(text);
    const areWords = Array.isArray(words) && words.every((word) => typeof word === 'string') && Boolean(words[0]);
    return areWords ? (words as string[]) : null;
  } catch {
    return null;
  }
}
