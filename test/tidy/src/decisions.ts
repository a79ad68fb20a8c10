import { basename } from 'node:path';

export interface DecisionRecord {
  readonly file: string;
  readonly number: string;
  readonly title: string;
  readonly status: string;
  readonly subject: string;
}

/** Subjects in the order of the index. */
export const SUBJECTS = [
  'The whole',
  'Territory and its files',
  'Roads',
  'Import',
  'Demo country',
  'Engine',
  'Catchments and census',
  'Isochrones',
  'Networks of stores',
  'Markets',
  'Real estate',
  'Addresses',
  'Database and credits',
  'Calls and runs',
  'Jobs and datasets',
  'Webhooks and mail',
  'Accounts',
  'Operation',
  'Interface and clients',
  'Web app',
  'Assistant',
  'Pages',
  'Tests',
] as const;

const HEAD = /^# (\d{4}) (\S.*)\n\nStatus: (.+)\nDate: (\d{4}-\d\d-\d\d)\nSubject: (.+)\n\n\S/;
const STATUS = /^(accepted|replaced by \[(\d{4})\]\(\2-[\w-]+\.md\))$/;

/** Returns a record by its head. Throws an error that says how a record begins. */
export function decisionOf(path: string, text: string): DecisionRecord {
  const file = basename(path);
  const [, number, title, status, , subject] = HEAD.exec(text) ?? [];
  if (number === undefined || title === undefined || status === undefined || subject === undefined)
    throw new Error(`${path} begins: "# NNNN Title", then lines "Status: accepted", "Date: YYYY-MM-DD", "Subject: …"`);
  if (!file.startsWith(`${number}-`)) throw new Error(`${path} has another number in its title`);
  if (!STATUS.test(status)) throw new Error(`${path}: a status is "accepted" or "replaced by [NNNN](file.md)"`);
  if (!(SUBJECTS as readonly string[]).includes(subject))
    throw new Error(`${path}: a subject is one of ${SUBJECTS.join(', ')}`);
  return { file, number, title, status, subject };
}

const INTRODUCTION = `# Records of decisions

How choices came about, with their measurements. What holds today stands in the [pages by subject](../README.md). One page each: context, decision, consequences, alternatives. A record begins with its status, its date and its subject; a
later one may replace it, and both say so. This list is made from the records: \`UPDATE_GOLDEN=1 npx vitest run
test/tidy/src/decisions.test.ts\`.

Numbers are never reused and say nothing about order or weight. Parts of the project that were worked on at the same time
each took a block of them, so there are gaps.
`;

/** Returns the text of the index: the records by subject, a line each. */
export function indexOf(records: readonly DecisionRecord[]): string {
  const groups = SUBJECTS.map((subject) => ({ subject, own: records.filter((record) => record.subject === subject) }));
  const sections = groups
    .filter(({ own }) => own.length > 0)
    .map(({ subject, own }) => `## ${subject}\n\n${own.map(lineOf).join('\n')}\n`);
  return [INTRODUCTION, ...sections].join('\n');
}

function lineOf({ file, number, title, status }: DecisionRecord): string {
  return `- [${number}](${file}) ${title}${status === 'accepted' ? '' : ` (${status})`}`;
}
