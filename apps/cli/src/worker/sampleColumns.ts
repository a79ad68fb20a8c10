import type { Action, ActionContext } from '@hinterland/actions';
import { findAction, outputPlan, samplePlaces } from '@hinterland/actions';
import { columnsOf, metadataOf } from '@hinterland/answers/wide';
import { answerOf, rowOf } from './answerRows.ts';
import type { PlannedColumns, Wanted } from './protocol.ts';

/** Answers that the columns are taken from. */
const SAMPLES = 3;

/**
 * Returns the columns that answers of an action will have, from answers at places of the territory. They follow from the data
 * and the constants alone, so that a table has the same columns whatever its rows and batches are.
 */
export function sampleColumns(
  action: Action,
  context: ActionContext,
  sample: Readonly<Record<string, unknown>>,
  wanted: Wanted,
): PlannedColumns {
  const results: unknown[] = [];
  for (const place of samplePlaces(context.territory)) {
    if (results.length === SAMPLES) break;
    const answer = answerOf(action, context, { input: inputAt(context, sample, place) });
    if ('result' in answer) results.push(answer.result);
  }
  return {
    columns: columnsOf(results.map((result) => rowOf(result, outputPlan(action), wanted))),
    metadata: metadataOf(results[0], outputPlan(action)),
  };
}

interface Place {
  readonly lat: number;
  readonly lng: number;
}

/** The sample with the place where it has `null`: as its origin, its point, the address or an area there. */
function inputAt(
  context: ActionContext,
  sample: Readonly<Record<string, unknown>>,
  place: Place,
): Record<string, unknown> {
  const at: Record<string, unknown> = {};
  if (sample.origins === null) at.origins = [place];
  if (sample.lat === null) Object.assign(at, place);
  if (sample.polygon === null) at.polygon = squareAround(place);
  if (sample.areas === null) at.areas = areasOf(context);
  if (sample.query === null) at.query = addressAt(context, place);
  return { ...sample, ...at };
}

/** Degrees from the middle of a sample's area to its sides: about a kilometer. */
const HALF_SIDE_DEGREES = 0.01;

function squareAround({ lat, lng }: Place) {
  const [west, east] = [lng - HALF_SIDE_DEGREES, lng + HALF_SIDE_DEGREES];
  const [south, north] = [lat - HALF_SIDE_DEGREES, lat + HALF_SIDE_DEGREES];
  const corners = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  return { type: 'Polygon', coordinates: [corners] };
}

function areasOf(context: ActionContext): string[] {
  const answer = answerOf(findAction('areas.list')!, context, { input: { limit: 1 } });
  const { areas = [] } = ('result' in answer ? answer.result : {}) as { areas?: { code: string }[] };
  return areas.map(({ code }) => code);
}

function addressAt(context: ActionContext, place: Place): string {
  const answer = answerOf(findAction('search.reverse_address')!, context, { input: { ...place } });
  const { poles = [] } = ('result' in answer ? answer.result : {}) as {
    poles?: { addresses: { displayLine: string }[] }[];
  };
  return poles.flatMap(({ addresses }) => addresses)[0]?.displayLine ?? '';
}
