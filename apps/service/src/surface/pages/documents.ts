import { readdir, readFile } from 'node:fs/promises';
import { ProblemError } from '../../kit/problem.ts';

/** The Markdown files of the repository are documents and pages at once. */
const ROOT = new URL('../../../../../', import.meta.url);

/** Folders of docs/ whose files are pages. README.md is the page of the folder itself. */
export const FOLDERS = ['tutorials', 'guides', 'methods', 'data', 'decisions'] as const;
export type Folder = (typeof FOLDERS)[number];

/** Documents that stand alone. */
export const SINGLE = {
  contract: 'docs/contract.md',
  glossary: 'docs/glossary.md',
  changelog: 'CHANGELOG.md',
  benchmarks: 'docs/benchmarks.md',
  compare: 'docs/compare.md',
} as const;

/** Guides in the order in which they are best read. */
const GUIDES = [
  'first-call',
  'first-analysis',
  'assistant',
  'own-data',
  'public-transport',
  'buying-credits',
  'quote-and-execute',
  'idempotency',
  'analyses',
  'batches',
  'copies',
  'webhooks',
  'sdk',
  'mcp',
  'errors',
  'limits',
  'versioning',
];

export interface Listed {
  readonly name: string;
  readonly address: string;
  readonly title: string;
  /** First sentence, as Markdown. */
  readonly summary: string;
  /** Of a decision record. */
  readonly head: RecordHead | null;
}

/** Head of a decision record, below its title. */
export interface RecordHead {
  /** As Markdown. */
  readonly status: string;
  readonly date: string;
  readonly subject: string;
}

/** Splits the text below a title into the head of a decision record, where there is one, and the rest. */
export function splitHead(text: string): { readonly head: RecordHead | null; readonly rest: string } {
  const [all, status, date, subject] = /^\s*Status: (.+)\nDate: (.+)\nSubject: (.+)\n/.exec(text) ?? [];
  if (all === undefined || !status || !date || !subject) return { head: null, rest: text };
  return { head: { status, date, subject }, rest: text.slice(all.length) };
}

/** Name of the page that lists the records of decisions. */
const ARCHIVE = 'archive';

/** File of a page. Records of decisions have numbers, and lie in a folder of their own. */
export function fileOf(folder: Folder, name: string): string {
  if (folder !== 'decisions') return `docs/${folder}/${name}.md`;
  if (name === ARCHIVE) return 'docs/decisions/archive/README.md';
  return /^\d{4}-/.test(name) ? `docs/decisions/archive/${name}.md` : `docs/decisions/${name}.md`;
}

/** Address of the page of a file, or null where it is none. `path` is relative to the root of the project. */
export function addressOf(path: string): string | null {
  const single = Object.entries(SINGLE).find(([, file]) => file === path);
  if (single !== undefined) return `/developers/${single[0]}`;
  const [, image] = /^docs\/images\/([\w-]+\.(?:svg|png))$/.exec(path) ?? [];
  if (image !== undefined) return `/developers/images/${image}`;
  const [, old] = /^docs\/decisions\/archive\/([\w-]+)\.md$/.exec(path) ?? [];
  if (old !== undefined) return `/developers/decisions/${old === 'README' ? ARCHIVE : old}`;
  const [, folder, name] = /^docs\/(\w+)\/([\w-]+)\.md$/.exec(path) ?? [];
  if (folder === 'problems') return `/problems/${name}`;
  if (!FOLDERS.includes(folder as Folder)) return null;
  return name === 'README' ? `/developers/${folder}` : `/developers/${folder}/${name}`;
}

/** Text of a document. `path` holds a name that comes from a visitor. */
export const readDocument = async (path: string): Promise<string> => (await readDocumentBytes(path)).toString('utf8');

/** Bytes of a document or of one of its pictures. */
export async function readDocumentBytes(path: string): Promise<Buffer> {
  try {
    if (addressOf(path) === null) throw Object.assign(new Error(path), { code: 'ENOENT' });
    return await readFile(new URL(path, ROOT));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT' && code !== 'ENAMETOOLONG') throw error;
    throw new ProblemError('not_found', 'There is no such page. /developers lists all.');
  }
}

let lists: Promise<Readonly<Record<Folder, readonly Listed[]>>> | undefined;

/** The documents of every folder; read once, since they come with the program. */
export function listDocuments(): Promise<Readonly<Record<Folder, readonly Listed[]>>> {
  lists ??= Promise.all(FOLDERS.map(async (folder) => [folder, await listFolder(folder)] as const)).then(
    (entries) => Object.fromEntries(entries) as Record<Folder, readonly Listed[]>,
  );
  return lists;
}

async function listFolder(folder: Folder): Promise<readonly Listed[]> {
  const files = (await readdir(new URL(`docs/${folder}/`, ROOT))).filter((file) => /^[a-z0-9-]+\.md$/.test(file));
  const listed = await Promise.all(
    files.map(async (file) => {
      const path = `docs/${folder}/${file}`;
      const [, title = file, below = ''] = /^# (.*)\n([\s\S]*)$/.exec(await readDocument(path)) ?? [];
      const { head, rest } = splitHead(below);
      const [first = ''] = rest.trim().split(/\n\n|\n(?=[-|#])/);
      const summary = /^(.*?[.:])(?=\s|$)/s.exec(first)?.[1] ?? first;
      return {
        name: file.slice(0, -3),
        address: addressOf(path) as string,
        title,
        summary: summary.replace(/:$/, '.'),
        head,
      };
    }),
  );
  const place = ({ name }: Listed): number => (folder === 'guides' ? GUIDES.indexOf(name) : 0);
  return listed.sort((a, b) => place(a) - place(b) || (a.name < b.name ? -1 : 1));
}
