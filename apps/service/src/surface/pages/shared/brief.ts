import type { Reader } from '../../../analyses/access.ts';
import { ProblemError } from '../../../problem.ts';
import { type Html, trusted } from '../html.ts';
import type { Reports } from '../report/service.ts';

/** Parts of a report: its sentence, its map with legend and attribution, and a chart. */
const SENTENCE = /<p class="sentence">[\s\S]*?<\/p>/;
const MAP = /<figure class="picture">[\s\S]*?<\/figure>/;
const CHART = /<figure class="chart">[\s\S]*?<\/figure>/;

/** What a run says first, as its report has it. */
export interface Brief {
  readonly sentence: Html;
  /** Null where nothing lies on a map. */
  readonly map: Html | null;
  /** The first chart; empty where there is none. */
  readonly chart: Html;
}

/** Returns the first parts of the report on the latest run; null where it has none, or where it cannot be drawn now. */
export async function briefOf(
  reports: Pick<Reports, 'html'>,
  reader: Reader,
  code: string,
  signal: AbortSignal,
): Promise<Brief | null> {
  try {
    const report = await reports.html(reader, code, { paper: 'a4' }, signal);
    const part = (of: RegExp) => trusted(of.exec(report)?.[0] ?? '');
    const map = part(MAP);
    return { sentence: part(SENTENCE), map: map.text === '' ? null : map, chart: part(CHART) };
  } catch (error) {
    // The page says the rest without it.
    if (error instanceof ProblemError) return null;
    throw error;
  }
}

/** The drawing that stands before a run's tables on pages without a report. */
const DRAWING = /<figure class="map">[\s\S]*?<\/figure>/;

/** Returns the markup of a run without its drawing, which a map takes the place of. */
export const withoutDrawing = ({ text }: Html): Html => trusted(text.replace(DRAWING, ''));
