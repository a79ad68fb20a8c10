import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { shownMode } from '../../answer/modes/compared.ts';
import { plansOf, stateOf } from '../../answer/pictures/plan.ts';
import type { OrganizationPath } from '../../api/address.ts';
import type { Session } from '../../api/types.ts';
import { FieldSurroundings } from '../../fields/props.ts';
import { useNames } from '../../fields/title.ts';
import { jointOfRow, tablesOf } from '../../map/data/rows.ts';
import type { TheMap } from '../../map/view/createMap.ts';
import { Legend } from '../../map/view/legend.tsx';
import { MapView } from '../../map/view/mapView.tsx';
import type { Pin } from '../../map/view/pins.ts';
import { useText } from '../../text/index.ts';
import { Boundary } from '../../ui/boundary.tsx';
import { Loading } from '../../ui/states.tsx';
import { cameraIn, withCamera, withQuestion } from './address.ts';
import { Head } from './head.tsx';
import { KeptAnswer } from './keptAnswer.tsx';
import { PriceStep } from './priceStep.tsx';
import { type AskedAction, inputOf, isSameInput, missingIn, type Question, withPlan } from './question.ts';
import { Sheet } from './sheet.tsx';
import { Twin } from './twin/twin.tsx';
import { DRAWING, useArea } from './useArea.ts';
import { useCorners } from './useCorners.ts';
import { useDrawn } from './useDrawn.ts';
import { useFaults } from './useFaults.tsx';
import { jobIn, useJobPoints } from './useJobPoints.ts';
import { type Kept, useKept } from './useKept.ts';
import { look, lookedNow, useLooked } from './useLooked.ts';
import { useLooking } from './useLooking.ts';
import { type TerritoryMap, territoryOf } from './useMaps.ts';
import { usePlaceNames } from './usePlaceNames.ts';
import { usePlacing } from './usePlacing.ts';
import { useQuestion } from './useQuestion.ts';
import { useQuote } from './useQuote.ts';
import { type Answer, useRun } from './useRun.ts';
import { WhatStep } from './whatStep.tsx';
import { WhereStep } from './whereStep.tsx';

/** Loaded with the first answer. */
const AnswerStep = lazy(() => import('./answerStep.tsx'));
const AnswerExports = lazy(() => import('../../exports/answerExports.tsx'));

interface WorkbenchProps {
  readonly path: OrganizationPath;
  readonly session: Session;
  readonly actions: readonly AskedAction[];
  readonly maps: readonly TerritoryMap[];
  readonly code: string | null;
  readonly kept: Kept | null;
  readonly initial: Question;
  readonly answer: Answer | null;
  readonly onMade: (code: string) => void;
}

/** The column of steps beside the map. */
export function Workbench({
  path,
  session,
  actions,
  maps,
  code,
  kept,
  initial,
  answer: first,
  onMade,
}: WorkbenchProps) {
  const { say } = useText();
  const names = useNames();
  const search = useLooked();
  const history = useQuestion(initial);
  const { question, change } = history;
  const [answer, setAnswer] = useState(first);
  const theMap = useRef<TheMap | null>(null);
  const keepMap = useCallback((map: TheMap | null) => {
    theMap.current = map;
  }, []);
  const action = actions.find(({ descriptor }) => descriptor.id === question.actionId) ?? null;
  const drawing = actions.find(({ descriptor }) => descriptor.id === DRAWING);
  // A plan that is stepped through shows the area of the stores that are open.
  const result = answer !== null && answer.actionId === question.actionId ? answer.result : null;
  const step = search.get('plan');
  const plan = useMemo(() => stateOf(result === null ? [] : plansOf(result as never), step), [result, step]);
  const open = useMemo(() => withPlan(question, plan), [question, plan]);
  const area = useArea(path, drawing, action, open);
  const map = territoryOf(maps, question.places, search.get('territory')) as TerritoryMap;

  const placeName = usePlaceNames(path, map.id, question.places);
  const { analysisOf, saving } = useKept({ path, kept, code, history, onMade, nameOf: nameFor });
  function nameFor(actionId: string): string {
    const asked = actions.find(({ descriptor }) => descriptor.id === actionId);
    const title = asked === undefined ? actionId : names.question(actionId, asked.descriptor.title);
    const [place] = question.places;
    return place === undefined ? title : `${title} ${placeName(place)}`.trim();
  }
  const onAnswer = useCallback((given: Answer) => {
    setAnswer(given);
    look((before) => ofAnswer(before, given.versionNo));
  }, []);
  const running = useRun(path, analysisOf, onAnswer);
  const input = useMemo(() => {
    if (action === null) return null;
    const body = inputOf(action, question);
    return maps.length > 1 && map !== undefined ? { ...body, territory: map.id } : body;
  }, [action, question, maps, map]);
  const missing = action === null ? [] : missingIn(action, question);
  const price = useQuote(path, question.actionId ?? '', missing.length === 0 ? input : null);
  const faults = useFaults({
    action: action ?? (drawing as AskedAction),
    question,
    drawn: open,
    price: price.error,
    area: area.error,
    run: running.state.phase === 'failed' ? running.state.error : null,
    nameOf: placeName,
  });

  useLooking(question, kept === null || kept.isOwn ? saving.code : null, placeName);

  // The address names the question while no analysis keeps it.
  useEffect(() => {
    if (code === null) look((before) => withQuestion(before, question));
  }, [code, question]);

  const points = useJobPoints(path, jobIn(result));
  const placing = usePlacing({ action, question, change, closed: plan.closed, points, nameOf: placeName });
  const corners = useCorners(action, question, change);
  const hand = corners ?? placing;
  const isAnswered = result !== null && input !== null && answer !== null && isSameInput(input, answer.input);
  const looked = search.get('by');
  const compared = useMemo(
    () => (isAnswered && question.actionId === DRAWING ? shownMode(result as never, looked) : null),
    [isAnswered, question.actionId, result, looked],
  );
  const { drawn, fit } = useDrawn({
    map,
    area: area.result,
    compared,
    question,
    result,
    plan,
    points,
    outline: corners?.outline ?? null,
  });
  // What was opened with a camera stays as it was left, until something else is asked.
  const [opened] = useState(() =>
    cameraIn(lookedNow()) === null ? null : { question: initial, row: search.get('select') },
  );
  const spots = corners === null ? placing.pins : NO_PINS;
  const tables = useMemo(() => tablesOf(drawn, spots), [drawn, spots]);
  const surroundings = useMemo(() => ({ path, territory: map.id, bounds: map.bounds }), [path, map]);

  return (
    <FieldSurroundings value={surroundings}>
      <main className="studio" id="main">
        <MapView
          key={map.id}
          label={say('studio.map.label', { territory: map.name })}
          description={map}
          camera={cameraIn(lookedNow()) ?? begin(map)}
          drawn={drawn}
          pins={hand.pins}
          selected={jointOfRow(tables, search.get('select'))}
          reveals={opened === null || search.get('select') !== opened.row}
          fit={question === opened?.question ? null : fit}
          onMap={keepMap}
          onClick={hand.put}
          onMovePin={hand.move}
          onCamera={(seen) => look((before) => withCamera(before, seen))}
        />
        <Legend
          area={compared ?? area.result}
          drawn={drawn}
          pins={hand.pins}
          isStale={compared === null && area.isDrawing}
        />
        <Twin tables={tables} />
        <Sheet>
          <Head path={path} place={session.activeOrganization} kept={kept} saving={saving} history={history} />
          <Boundary what="part" resetOn={question}>
            <WhereStep
              action={action ?? (drawing as AskedAction)}
              question={question}
              change={change}
              placing={placing}
              area={area}
              drawing={drawing}
              maps={maps}
              faults={faults}
            />
          </Boundary>
          <WhatStep
            actions={actions}
            action={action}
            drawing={drawing}
            question={question}
            change={change}
            errorOf={faults.of}
          />
          {action !== null && input !== null && (
            <PriceStep
              path={path}
              session={session}
              action={action}
              input={input}
              missing={missing}
              price={price}
              running={running}
              faults={faults}
              isAnswered={isAnswered}
            />
          )}
          {answer !== null && action !== null && answer.actionId === action.descriptor.id && (
            <Boundary what="answer" resetOn={answer} known={<KeptAnswer answer={answer} code={saving.code} />}>
              <Suspense fallback={<Loading />}>
                <AnswerStep
                  action={action}
                  answer={answer}
                  isOutdated={!isAnswered}
                  tools={
                    <Boundary what="part">
                      <Suspense fallback={null}>
                        <AnswerExports
                          path={path}
                          code={saving.code}
                          name={kept?.name ?? nameFor(answer.actionId)}
                          answer={answer}
                          area={area.result}
                          picture={() => theMap.current?.picture() ?? null}
                        />
                      </Suspense>
                    </Boundary>
                  }
                />
              </Suspense>
            </Boundary>
          )}
        </Sheet>
      </main>
    </FieldSurroundings>
  );
}

const NO_PINS: readonly Pin[] = [];

const begin = ({ center: [lng, lat, zoom] }: TerritoryMap) => ({ lng, lat, zoom });

/** The address of a new answer, whose plans begin at their first step. */
function ofAnswer(search: URLSearchParams, versionNo: number | null): URLSearchParams {
  const next = new URLSearchParams(search);
  next.delete('plan');
  next.delete('by');
  if (versionNo === null) next.delete('version');
  else next.set('version', String(versionNo));
  return next;
}
