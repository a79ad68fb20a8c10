import { lazy, Suspense, useCallback, useEffect, useMemo, useRef } from 'react';
import type { OrganizationPath } from '../../api/address.ts';
import type { Session } from '../../api/types.ts';
import { useAskedTitle } from '../../fields/askedTitle.ts';
import { FieldSurroundings } from '../../fields/props.ts';
import type { TheMap } from '../../map/view/createMap.ts';
import { Legend } from '../../map/view/legend.tsx';
import { MapView } from '../../map/view/mapView.tsx';
import { useText, withTexts } from '../../text/index.ts';
import { Boundary } from '../../ui/boundary.tsx';
import { Loading } from '../../ui/states.tsx';
import { cameraIn, withCamera, withQuestion } from './address.ts';
import { Aloud } from './aloud.tsx';
import { AskSteps } from './askSteps.tsx';
import { Head } from './head.tsx';
import { joinClicks } from './joinClicks.ts';
import { KeptAnswer } from './keptAnswer.tsx';
import { type AskedAction, type Question, subjectOf } from './question.ts';
import { QuestionFold } from './questionFold.tsx';
import { useQuestionLine } from './questionLine.ts';
import { Sheet } from './sheet.tsx';
import { Twin } from './twin/twin.tsx';
import { useAsked } from './useAsked.ts';
import { useDraft } from './useDraft.ts';
import { useFaults } from './useFaults.tsx';
import { type Kept, useKept } from './useKept.ts';
import { look, lookedNow } from './useLooked.ts';
import { useLooking } from './useLooking.ts';
import type { TerritoryMap } from './useMaps.ts';
import { shortName, usePlaceNames } from './usePlaceNames.ts';
import type { Answer } from './useRun.ts';
import { useSeen } from './useSeen.ts';

/** Loaded with the first answer. */
const AnswerStep = lazy(() => import('./answerStep.tsx'));
/** Loaded beside the map. */
const BesideMap = lazy(() => import('./besideMap.tsx'));
const NextSteps = lazy(() => import('./nextSteps.tsx'));
/** Loaded with the first forecast. */
const SalesThatCame = lazy(() => withTexts(import('./salesThatCame.tsx'), 'came'));
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
  const titleOf = useAskedTitle();
  const theMap = useRef<TheMap | null>(null);
  const keepMap = useCallback((map: TheMap | null) => {
    theMap.current = map;
  }, []);
  const draft = useDraft(actions, maps, initial);
  const { question, change, history, action, drawing, map, missing } = draft;
  const placeName = usePlaceNames(path, map.id, question.places);
  function nameFor(actionId: string, { places, values }: Question = question): string {
    const asked = actions.find(({ descriptor }) => descriptor.id === actionId);
    const title = asked?.descriptor.title ?? actionId;
    const sectors = [values.sectorCode, values.sectors].flat().filter((code) => typeof code === 'string');
    const [place] = places;
    const where =
      places.length > 1
        ? say('title.places', { count: places.length })
        : place === undefined
          ? ''
          : shortName(placeName(place));
    return titleOf({ actionId, title, sectors, where });
  }
  const { analysisOf, saving } = useKept({ path, kept, code, history, onMade, nameOf: nameFor });
  const asked = useAsked(path, draft, first, analysisOf, placeName);
  const { answer, isAnswered, price, running } = asked;
  const seen = useSeen({ path, draft, asked, placeName });
  const { area, compared, drawn, hand, tables } = seen;
  const lineOf = useQuestionLine();
  const madeAs = answer === null ? '' : nameFor(answer.actionId);
  const hasAnswer = answer !== null && action !== null && answer.actionId === action.descriptor.id;
  const faults = useFaults({
    action: action ?? (drawing as AskedAction),
    question,
    drawn: seen.open,
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
  const surroundings = useMemo(
    () => ({ path, territory: map.id, bounds: map.bounds, asked: subjectOf(action, question) }),
    [path, map, action, question],
  );

  return (
    <FieldSurroundings value={surroundings}>
      <main className="studio" id="main" onClickCapture={(event) => joinClicks(event.target, theMap.current)}>
        <MapView
          key={map.id}
          label={say('studio.map.label', { territory: map.name })}
          description={map}
          camera={cameraIn(lookedNow()) ?? begin(map)}
          drawn={drawn}
          pins={hand.pins}
          selected={seen.selected}
          reveals={seen.reveals}
          fit={seen.fit}
          onMap={keepMap}
          onClick={hand.put}
          onMovePin={hand.move}
          onCamera={(camera) => look((before) => withCamera(before, camera))}
        />
        <Legend
          area={compared ?? area.result}
          drawn={drawn}
          pins={hand.pins}
          isStale={compared === null && area.isDrawing}
        />
        <Boundary what="part">
          <Suspense fallback={null}>
            <BesideMap
              map={theMap}
              result={asked.result}
              drawn={drawn}
              pins={hand.pins}
              actionId={question.actionId}
              change={change}
            />
          </Suspense>
        </Boundary>
        <Twin layers={tables} result={asked.result} />
        <Sheet>
          <Head
            path={path}
            place={session.activeOrganization}
            kept={kept}
            saving={saving}
            madeAs={madeAs}
            history={history}
          />
          <QuestionFold
            answer={hasAnswer ? answer : null}
            isAnswered={isAnswered}
            line={action === null ? [] : lineOf(action, question, placeName)}
          >
            <AskSteps {...{ path, session, actions, maps, draft, asked, seen, faults }} />
          </QuestionFold>
          <Aloud asked={asked} isComplete={missing.length === 0} />
          {hasAnswer && (
            <Boundary what="answer" resetOn={answer} known={<KeptAnswer answer={answer} code={saving.code} />}>
              <Suspense fallback={<Loading />}>
                <AnswerStep
                  action={action}
                  answer={answer}
                  isOutdated={!isAnswered}
                  next={
                    <Suspense fallback={null}>
                      <NextSteps
                        key={`${saving.code} ${answer.versionNo}`}
                        path={path}
                        actions={actions}
                        answer={answer}
                        code={saving.code}
                        question={question}
                        nameOf={nameFor}
                        billing={session.activeOrganization?.billing === true}
                      />
                    </Suspense>
                  }
                  came={
                    isForecast(answer) &&
                    saving.code !== null && (
                      <Boundary what="part">
                        <Suspense fallback={null}>
                          <SalesThatCame
                            path={path}
                            code={saving.code}
                            versionNo={answer.versionNo}
                            isOwn={kept === null || kept.isOwn}
                          />
                        </Suspense>
                      </Boundary>
                    )
                  }
                  tools={
                    <Boundary what="part">
                      <Suspense fallback={null}>
                        <AnswerExports
                          path={path}
                          territory={map.id}
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

/** Whether a kept answer forecasts sales, or is the model that forecasts are from. */
const isForecast = (answer: Answer): answer is Answer & { readonly versionNo: number } =>
  answer.versionNo !== null && ('salesModel' in answer.result || 'model' in answer.result);

const begin = ({ center: [lng, lat, zoom] }: TerritoryMap) => ({ lng, lat, zoom });
