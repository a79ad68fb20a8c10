import { useMemo, useState } from 'react';
import { shownMode } from '../../answer/modes/compared.ts';
import { plansOf, stateOf } from '../../answer/pictures/plan.ts';
import type { OrganizationPath } from '../../api/address.ts';
import { jointOfRow, tablesOf } from '../../map/data/rows.ts';
import type { Pin } from '../../map/view/pins.ts';
import { cameraIn } from './address.ts';
import { drawnNetwork, withStores } from './openNetwork.ts';
import { marksOf } from './placeMarks.ts';
import type { Spot } from './question.ts';
import { DRAWING, useArea } from './useArea.ts';
import type { Asked } from './useAsked.ts';
import { useCorners } from './useCorners.ts';
import type { Draft } from './useDraft.ts';
import { useDrawn } from './useDrawn.ts';
import { useFound } from './useFound.ts';
import { jobIn, useJobPoints } from './useJobPoints.ts';
import { lookedNow, useLooked } from './useLooked.ts';
import { useOutlines } from './useOutlines.ts';
import { usePlacing } from './usePlacing.ts';

interface SeenOptions {
  readonly path: OrganizationPath;
  readonly draft: Draft;
  readonly asked: Asked;
  readonly placeName: (place: Spot) => string;
}

/** What is seen: the area of the draft, all that lies on the map, the tables of it, and what the address says is looked at. */
export function useSeen({ path, draft, asked: { result, isAnswered, soFar }, placeName }: SeenOptions) {
  const { initial, question, change, action, drawing, map } = draft;
  const search = useLooked();
  // A plan that is stepped through shows the area of the stores that are open.
  const step = search.get('plan');
  const plan = useMemo(() => stateOf(result === null ? [] : plansOf(result as never), step), [result, step]);
  const { question: open, isOfClosed } = useMemo(
    () => drawnNetwork(withStores(question, result), plan),
    [question, result, plan],
  );
  const area = useArea(path, drawing, action, open);
  const points = useJobPoints(path, jobIn(result));
  const marks = useMemo(() => marksOf(isAnswered ? result : null), [isAnswered, result]);
  const placing = usePlacing({ action, question, change, closed: plan.closed, points, marks, nameOf: placeName });
  const corners = useCorners(action, question, change);
  const outlines = useOutlines(action, question);
  const found = useFound(question.actionId, soFar ?? result);
  const mode = search.get('by');
  const compared = useMemo(
    () => (isAnswered && question.actionId === DRAWING ? shownMode(result as never, mode) : null),
    [isAnswered, question.actionId, result, mode],
  );
  const { drawn, fit } = useDrawn({
    map,
    area: area.result,
    compared,
    question,
    result,
    plan,
    isOfClosed,
    points,
    outlines,
    isDrawing: corners !== null,
    found,
  });
  // What was opened with a camera stays as it was left, until something else is asked.
  const row = search.get('select');
  const [opened] = useState(() => (cameraIn(lookedNow()) === null ? null : { question: initial, row }));
  const spots = corners === null ? placing.pins : NO_PINS;
  // Places that were found stand behind the others: the numbers of those that are moved stay theirs.
  const tables = useMemo(() => tablesOf(drawn, [...spots, ...found]), [drawn, spots, found]);
  const own = corners ?? placing;
  const pins = useMemo(() => (found.length === 0 ? own.pins : [...own.pins, ...found]), [own.pins, found]);
  return {
    open,
    /** The area of the places asked about; of stores that close, there is no figure. */
    area: isOfClosed ? { ...area, result: undefined } : area,
    compared,
    drawn,
    tables,
    placing,
    /** Puts and moves what is pointed at: the corners of a polygon, or places. */
    hand: { ...own, pins },
    selected: jointOfRow(tables, row),
    reveals: opened === null || row !== opened.row,
    fit: question === opened?.question ? null : fit,
  };
}

export type Seen = ReturnType<typeof useSeen>;

const NO_PINS: readonly Pin[] = [];
