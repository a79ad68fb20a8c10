import '../../styles/studio.css';
import '../../styles/studioSteps.css';
import '../../styles/studioLegend.css';
import '../../styles/studioSearch.css';
import '../../styles/stores.css';
import { statementOf } from '@hinterland/answers/words';
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'wouter';
import type { OrganizationPath } from '../../api/address.ts';
import { Problem, useResource } from '../../api/queries.ts';
import type { Session } from '../../api/types.ts';
import { PriceButton } from '../../credits/priceButton.tsx';
import { FieldSurroundings } from '../../fields/props.ts';
import { useText } from '../../text/index.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { Joined } from '../../ui/pointed.tsx';
import { Empty, Loaded, Loading } from '../../ui/states.tsx';
import { useTitle } from '../../ui/useTitle.ts';
import { cameraIn, questionIn, withQuestion } from '../studio/address.ts';
import type { Question } from '../studio/question.ts';
import { Sheet } from '../studio/sheet.tsx';
import { makeAnalysis } from '../studio/useKept.ts';
import { type TerritoryMap, territoryOf, useMaps } from '../studio/useMaps.ts';
import { useQuote } from '../studio/useQuote.ts';
import { type Answer, useRun } from '../studio/useRun.ts';
import { type Asked, askedOf, askedOfSubject, CHANGES, inFull, inputOf, questionOf, type Seen } from './asked.ts';
import { type Found, jointOf, type Shown } from './change.ts';
import { Subscriptions } from './subscriptions.tsx';

/** The map's library, fields and tables are loaded beside the page. */
const AskForm = lazy(() => import('./askForm.tsx'));
const FoundChanges = lazy(() => import('./found.tsx'));
const ChangesMap = lazy(() => import('./changesMap.tsx'));
const RunRefusal = lazy(() => import('../studio/refusal.tsx'));

/** What opened, closed, moved and was renamed around places, on a map and in a table. */
export default function ChangesPage({ session }: { session: Session }) {
  const { say } = useText();
  const [search] = useSearchParams();
  const [initial] = useState(() => carried() ?? questionIn(search));
  const maps = useMaps();
  useTitle(say('changed.title'));
  const place = session.activeOrganization;
  const map = maps.data === undefined ? undefined : territoryOf(maps.data, initial.places, search.get('territory'));
  if (place === null || map === undefined)
    return (
      <main className="studio-waiting" id="main">
        <h1 className="visually-hidden">{say('changed.title')}</h1>
        <div className="card">
          {place === null ? (
            <Empty
              title={say('studio.noOrganization')}
              action={<ButtonLink href="/">{say('start.title')}</ButtonLink>}
            />
          ) : (
            <Loaded query={maps}>{() => <Empty title={say('data.none')}>{say('data.noneText')}</Empty>}</Loaded>
          )}
        </div>
      </main>
    );
  const path = `/organizations/${place.organization.id}` as const;
  return <Changes key={map.id} path={path} billing={place.billing} map={map} initial={initial} />;
}

/** The question that another page carries here whole; a reload goes by the address. */
const carried = (): Question | null => ((history.state ?? {}) as { readonly question?: Question }).question ?? null;

/** How far is looked before the map is moved. */
const FIRST_METERS = 2000;

/** An answer, and the analysis that keeps it. */
interface Kept extends Pick<Answer, 'input' | 'result' | 'versionNo'> {
  readonly code: string | null;
}

interface ChangesProps {
  readonly path: OrganizationPath;
  readonly billing: boolean;
  readonly map: TerritoryMap;
  readonly initial: Question;
}

function Changes({ path, billing, map, initial }: ChangesProps) {
  const { say } = useText();
  const [search, setSearch] = useSearchParams();
  const [asked, ask] = useState<Asked>(() => askedOf(initial));
  useAround(path, search.get('around'), initial, ask);
  const [seen, setSeen] = useState<Seen>(() => {
    const { lat, lng } = cameraIn(search) ?? { lng: map.center[0], lat: map.center[1] };
    return { lat, lng, meters: FIRST_METERS };
  });
  const [picked, pick] = useState<string | null>(null);
  const [shown, show] = useState<Shown>('all');
  const question = useMemo(() => inFull(asked.question, seen), [asked, seen]);
  const input = useMemo(() => inputOf(question), [question]);
  const name = asked.name || `${seen.lat.toFixed(3)}, ${seen.lng.toFixed(3)}`;
  const surroundings = useMemo(() => ({ path, territory: map.id, bounds: map.bounds }), [path, map]);
  const [fresh, setFresh] = useState<Kept | null>(null);
  const code = search.get('answer') ?? '';
  const stored = useResource(`${path}/analyses/${code}`, undefined, code !== '' && fresh === null);
  const latest = stored.data?.latestRun?.actionId === CHANGES ? stored.data.latestRun : null;
  const kept = fresh ?? (latest === null ? null : { ...latest, result: latest.results, code });
  const found = kept === null ? null : (kept.result as unknown as Found);
  const answered = useMemo(() => (kept === null ? null : questionOf(kept.input)), [kept]);
  const changes = useMemo(
    () => found?.changes.filter(({ kind }) => shown === 'all' || kind === shown) ?? [],
    [found, shown],
  );
  return (
    <Joined>
      <main className="studio" id="main">
        <Suspense fallback={<div className="map" />}>
          <ChangesMap
            path={path}
            map={map}
            question={asked.question.places.length > 0 ? question : (answered ?? question)}
            changes={changes}
            picked={picked}
            onPick={pick}
            onSeen={setSeen}
          />
        </Suspense>
        <Sheet>
          <header className="studio-head">
            <h1>{say('changed.title')}</h1>
            <p className="soft small">{say('changed.lead')}</p>
          </header>
          <FieldSurroundings value={surroundings}>
            <div className="step stack">
              <Suspense fallback={<Loading lines={4} />}>
                <AskForm path={path} territory={map.id} asked={asked} onAsk={ask} />
              </Suspense>
              <Ask
                path={path}
                billing={billing}
                name={`${say('changed.title')}: ${name}`}
                question={question}
                input={input}
                onAnswer={(answer, made) => {
                  show('all');
                  pick(null);
                  setFresh({ ...answer, code: made });
                  setSearch(
                    (before) => {
                      const next = withQuestion(before, asked.question);
                      if (made !== null) next.set('answer', made);
                      return next;
                    },
                    { replace: true },
                  );
                }}
              />
              {found !== null && kept !== null ? (
                <Suspense fallback={<Loading lines={4} />}>
                  <FoundChanges
                    path={path}
                    code={kept.code}
                    versionNo={kept.versionNo}
                    found={found}
                    shown={shown}
                    onShow={show}
                    onPick={(change) => pick(jointOf(change))}
                  />
                </Suspense>
              ) : (
                code !== '' && <Loaded query={stored}>{() => null}</Loaded>
              )}
              <Subscriptions path={path} territory={map.id} name={name} input={input} />
            </div>
          </FieldSurroundings>
        </Sheet>
      </main>
    </Joined>
  );
}

/** Asks about the saved subject that an address names, once it is there. */
function useAround(path: OrganizationPath, id: string | null, initial: Question, ask: (asked: Asked) => void) {
  const { data } = useResource(`${path}/subjects/${id ?? ''}`, undefined, id !== null);
  useEffect(() => {
    if (data !== undefined) void askedOfSubject(path, initial, data).then(ask);
  }, [data, path, initial, ask]);
}

interface AskProps extends Pick<ChangesProps, 'path' | 'billing'> {
  readonly name: string;
  readonly question: Question;
  readonly input: Readonly<Record<string, unknown>>;
  readonly onAnswer: (answer: Answer, code: string | null) => void;
}

/** The press that asks, at its price; where one list alone is there, what comes next. */
function Ask({ path, billing, name, question, input, onAnswer }: AskProps) {
  const { say } = useText();
  const { quote, error } = useQuote(path, CHANGES, input);
  // A run that is tried again is kept by the analysis that was made for it.
  const made = useRef<string | null>(null);
  const analysisOf = async () => {
    made.current ??= await makeAnalysis(path, name, { question, view: {} });
    return made.current;
  };
  const { state, run, cancel, showKept } = useRun(path, analysisOf, (answer) => {
    onAnswer(answer, made.current);
    made.current = null;
  });
  const version = error === null ? null : onlyList(error);
  if (version !== null)
    return (
      <div className="card" data-empty="one-list">
        <Empty title={say('changed.oneList')}>{say('changed.oneListText', { version })}</Empty>
      </div>
    );
  if (error !== null) return <ErrorNotice error={error} />;
  if (quote === undefined) return <Loading lines={1} />;
  const isRunning = state.phase === 'running';
  const { quotedCredits } = quote;
  return (
    <>
      <div className="run">
        <PriceButton
          credits={quotedCredits}
          isPending={isRunning}
          onPress={(click) => void run({ actionId: CHANGES, input, quotedCredits, isCharged: true }, click)}
        />
        {isRunning && <Button onPress={cancel}>{say('action.cancel')}</Button>}
      </div>
      {state.phase === 'failed' && (
        <Suspense fallback={null}>
          <RunRefusal failed={state} places={null} path={path} billing={billing} showKept={showKept} />
        </Suspense>
      )}
    </>
  );
}

/** The version of the only list of stores that is there, where a refusal says so; null for other refusals. */
function onlyList(error: unknown): string | null {
  if (!(error instanceof Problem)) return null;
  const statement = statementOf(error.fields[0] ?? error.body, 'detail');
  return statement?.code === 'no_earlier_list' ? String(statement.values.version) : null;
}
