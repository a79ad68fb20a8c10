import type { AnalysisListItem, Data, Shares } from '@hinterland/contract';
import { familyVersions } from '../../engine/familyVersions.ts';
import type { Generation } from '../../engine/territoriesInForce.ts';
import { oneLine } from '../../kit/mail/outbox.ts';
import type { Found } from './access.ts';
import type { Listed } from './list.ts';
import type { LatestPart } from './runs.ts';
import type { SeenRun } from './seen.ts';
import type { StoredShares } from './shares.ts';

/** JSON that is put into an answer as it is. Results are large: they are passed on as text, not read and written. */
class RawJson {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

function objectJson(members: Readonly<Record<string, unknown>>): string {
  const texts = Object.entries(members).map(
    ([name, value]) => `${JSON.stringify(name)}:${value instanceof RawJson ? value.text : JSON.stringify(value)}`,
  );
  return `{${texts.join(',')}}`;
}

/** Address of an analysis in the web app. */
const urlOf = (baseUrl: string, code: string): string => `${baseUrl}/a/${code}`;

/** Members of list items that are said of the latest runs. */
type OfListAlone = 'latestRun' | 'answer' | 'salesModelVersion';

function head(analysis: Omit<Listed, OfListAlone>, baseUrl: string): Omit<AnalysisListItem, OfListAlone> {
  const { code, name, owner, own, createdAt, updatedAt } = analysis;
  return {
    id: code,
    code,
    name,
    url: urlOf(baseUrl, code),
    owner,
    access: own ? 'owner' : 'shared',
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

export const listItem = (listed: Listed, baseUrl: string): AnalysisListItem => ({
  ...head(listed, baseUrl),
  latestRun: listed.latestRun,
  answer: listed.answer,
  salesModelVersion: listed.salesModelVersion,
});

/** The single read, as JSON text. */
export function analysisJson(
  analysis: Found,
  state: string,
  latest: ReadonlyMap<LatestPart, SeenRun>,
  installed: readonly Generation[],
  baseUrl: string,
): string {
  const latestRun = latest.get('latestRun');
  const parts = [...latest].filter(([part]) => part !== 'latestRun');
  return objectJson({
    ...head(analysis, baseUrl),
    state: new RawJson(state),
    latestRun: latestRun === undefined ? null : savedRun(latestRun),
    ...Object.fromEntries(parts.map(([part, run]) => [part, savedRun(run)])),
    currentData: currentData(installed, latestRun),
  });
}

/** Data in force in the territory of the last run, to compare with its own; without it as GET /api/v1/data answers. */
function currentData(installed: readonly Generation[], latestRun: SeenRun | undefined): Data {
  const same = installed.filter(({ territory }) => territory.manifest.id === latestRun?.territoryId);
  return familyVersions(same.length > 0 ? same : installed);
}

const savedRun = ({ summary, author, input, results }: SeenRun): RawJson =>
  new RawJson(objectJson({ ...summary, author, input: new RawJson(input), results: new RawJson(results) }));

/** A version in full, as JSON text. */
export function versionJson({ summary, author, input, state, results }: SeenRun): string {
  const contents = { input: new RawJson(input), state: new RawJson(state), results: new RawJson(results) };
  return objectJson({ ...summary, author, ...contents });
}

export const sharesOf = (shares: StoredShares, code: string, baseUrl: string): Shares => ({
  ...shares,
  url: urlOf(baseUrl, code),
});

/** Members of an analysis that people with a share see. */
export function shareNotice(analysis: Found, email: string, baseUrl: string) {
  const { code, name, owner } = analysis;
  return {
    recipient: email,
    // Names are in the text alone: a subject is read where nobody has asked for it.
    subject: 'An analysis was shared with you',
    notice: true,
    body: [
      `${oneLine(owner.name)} shared the analysis "${oneLine(name)}" with you.`,
      '',
      `Open it: ${urlOf(baseUrl, code)}`,
      '',
      `Sign in as ${email} to read it. You are told of this analysis once.`,
      '',
      // Behind #, the address comes into no log.
      `No account yet? Sign up with this address: ${baseUrl}/sign-up?${new URLSearchParams([['then', `/a/${code}`]])}#${new URLSearchParams({ email })}`,
      '',
    ].join('\n'),
  };
}
