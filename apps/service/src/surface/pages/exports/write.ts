import { findAction, outputPlan } from '@hinterland/actions';
import { tellingOf } from '@hinterland/actions/tell';
import { areaIn, coverOf, FORMATS, type FormatId, type Origin, tablesOf } from '@hinterland/answers';
import { ProblemError } from '../../../kit/problem.ts';
import { quoted } from '../../../kit/quotedText.ts';
import { wordsIn } from '../language/words.ts';
import type { ReportTexts } from '../report/source.ts';

/** What a file is written from. */
export interface ExportSource extends ReportTexts {
  readonly format: FormatId;
  readonly table?: string | undefined;
  /** Paths of further lists whose items come with the figures. */
  readonly lists?: readonly string[] | undefined;
  /** Figures without what is known of them. */
  readonly isBare?: boolean;
  readonly origin?: Origin;
  /** What the first sheet of a workbook says; none where absent. */
  readonly cover?: CoverSource | undefined;
}

/** A stored run, as a cover names it. */
interface CoverSource {
  readonly actionId: string;
  readonly title: string;
  readonly by: string;
  /** Instant in ISO 8601. */
  readonly at: string;
  readonly link: string;
  readonly data: readonly string[];
  readonly language: string;
}

/** Returns the file of an answer. */
export async function exportBytes(source: ExportSource): Promise<Uint8Array> {
  const { results, input, area, format, table, lists, isBare, origin } = source;
  const action = findAction(origin?.action ?? '');
  const plan = action === undefined ? undefined : outputPlan(action);
  const answered = {
    result: JSON.parse(results) as unknown,
    input: JSON.parse(input) as unknown,
    area: area === null ? null : areaIn(JSON.parse(area)),
    plan,
    origin,
    cover: format === 'xlsx' ? coverIn(source) : undefined,
  };
  const tables = table === undefined ? [] : tablesOf(answered.result, { plan });
  if (table !== undefined && !tables.some(({ id }) => id === table)) {
    const known = tables.map(({ id }) => id).join(', ');
    throw new ProblemError(
      'not_found',
      `The answer has no table ${quoted(table)}. It has ${known === '' ? 'none' : known}.`,
    );
  }
  return format === 'json'
    ? FORMATS.json.write(answered, table, lists, isBare)
    : FORMATS[format].write(answered, table);
}

function coverIn({ results, cover }: ExportSource) {
  if (cover === undefined) return undefined;
  const { actionId, at, language, ...about } = cover;
  const words = wordsIn(language);
  const question = words.tell({ text: `ask.${actionId}` as 'ask.site.rank' });
  return coverOf(tellingOf(actionId, JSON.parse(results)), words, { ...about, question, at: new Date(at) });
}
