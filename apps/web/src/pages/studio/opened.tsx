import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import type { OrganizationPath } from '../../api/address.ts';
import { Problem, useResource } from '../../api/queries.ts';
import type { ActionDescriptor, Session, Version } from '../../api/types.ts';
import { useFollowed } from '../../assistant/looking.ts';
import { Joined } from '../../ui/pointed.tsx';
import { Loaded } from '../../ui/states.tsx';
import { questionIn, type View, viewIn, withView } from './address.ts';
import {
  type AskedAction,
  askable,
  inputOf,
  isSameInput,
  NOTHING_ASKED,
  type Question,
  questionOf,
} from './question.ts';
import { look, lookedNow, useLooked } from './useLooked.ts';
import type { TerritoryMap } from './useMaps.ts';
import type { Answer } from './useRun.ts';
import { isStep } from './useStepsBack.ts';
import { Workbench } from './workbench.tsx';

/** Few links lead to an analysis of another organization. */
const Elsewhere = lazy(() => import('./elsewhere.tsx'));

interface OpenedProps {
  readonly path: OrganizationPath;
  readonly session: Session;
  /** Code of the analysis to open; null for a new question. */
  readonly code: string | null;
  readonly descriptors: readonly ActionDescriptor[];
  readonly maps: readonly TerritoryMap[];
}

/** Reads what the address names before the workbench begins. */
export function Opened({ path, session, code, descriptors, maps }: OpenedProps) {
  const actions = useMemo(() => askable(descriptors), [descriptors]);
  const search = useLooked();
  const { no, made, onMade } = useNewQuestions(code);
  const common = { path, session, actions, maps, onMade };
  // A run of the assistant is read as it is stored.
  const followed = useFollowed();
  const isFollowed = followed !== null && followed.code === code;
  if (code === null || (code === made && !isFollowed))
    return (
      <Joined key={`new ${no}`}>
        <Workbench {...common} code={code} kept={null} initial={carried() ?? questionIn(search)} answer={null} />
      </Joined>
    );
  return <Stored key={isFollowed ? `${code} ${followed.no}` : code} {...common} code={code} />;
}

/** The question that a page carries to a new one, whole: an address names ten places and no stores. A reload goes by the address. */
function carried(): Question | null {
  const { question } = (history.state ?? {}) as { readonly question?: Question };
  return question ?? null;
}

/**
 * The number of the new question: it grows where the address comes from an analysis to none, or is followed again. `made` is the analysis
 * that was made of it, and is open already.
 */
function useNewQuestions(code: string | null) {
  const [no, setNo] = useState(0);
  const [made, onMade] = useState<string | null>(null);
  const [before, setBefore] = useState(code);
  if (code !== before) {
    setBefore(code);
    if (code === null) {
      setNo(no + 1);
      onMade(null);
    }
  }
  useEffect(() => {
    // Steps within a question have entries of their own, which say so.
    const follow = () => {
      if (code === null && window.location.pathname === '/studio' && !isStep(history.state)) setNo((last) => last + 1);
    };
    window.addEventListener('pushState', follow);
    return () => window.removeEventListener('pushState', follow);
  }, [code]);
  return { no, made, onMade };
}

interface StoredProps extends Omit<OpenedProps, 'descriptors' | 'code'> {
  readonly code: string;
  readonly actions: readonly AskedAction[];
  readonly onMade: (code: string) => void;
}

/** Seconds after which a reader asks again whether the creator has changed it. */
const WATCH_SECONDS = 15;

function Stored({ code, ...common }: StoredProps) {
  const { path } = common;
  const [no] = useState(() => lookedNow().get('version'));
  const analysis = useResource(`${path}/analyses/${code}`);
  const isOwn = analysis.data?.access === 'owner';
  const state = useResource(`${path}/analyses/${code}/state`, {
    everySeconds: WATCH_SECONDS,
    while: () => !isOwn,
  });
  const version = useResource(`${path}/analyses/${code}/versions/${Number(no ?? 0)}`, undefined, no !== null);
  const shown = no === null ? state : version;
  // Copies of an earlier visit may be older than what was saved since.
  const isFresh = [analysis, state].every(({ isFetchedAfterMount }) => isFetchedAfterMount);
  const view = isFresh && shown.data != null ? viewOf(shown.data.state) : null;
  const isLooking = useLooking(view);
  if (analysis.data === undefined || state.data === undefined || shown.data == null || !isLooking)
    return (
      <main className="studio-waiting" id="main">
        <h1 className="visually-hidden">{analysis.data?.name ?? code}</h1>
        <div className="card">
          {mayBeElsewhere(analysis.error, common.session) ? (
            <Suspense fallback={null}>
              <Elsewhere code={code} session={common.session} />
            </Suspense>
          ) : (
            <Loaded query={analysis}>
              {() => <Loaded query={state}>{() => <Loaded query={version}>{() => null}</Loaded>}</Loaded>}
            </Loaded>
          )}
        </div>
      </main>
    );
  const run = no === null ? analysis.data.latestRun : (version.data as Version);
  const { name, owner } = analysis.data;
  const kept = { code, name, isOwn, owner: owner.name, saved: state.data };
  const { question, answer } = asStored(common.actions, run, shown.data.state, no !== null);
  return (
    <Joined>
      <Workbench {...common} code={code} kept={kept} initial={question} answer={answer} />
    </Joined>
  );
}

const viewOf = (state: Readonly<Record<string, unknown>>): View => (state.view ?? {}) as View;

/** Puts the stored view into an address that says nothing of what is looked at. True once that is done. */
function useLooking(view: View | null): boolean {
  const [isDone, setDone] = useState(false);
  const isReady = view !== null;
  useEffect(() => {
    if (!isReady || isDone) return;
    if (Object.keys(viewIn(lookedNow())).length === 0) look((before) => withView(before, view));
    setDone(true);
  }, [isReady, isDone, view]);
  return isDone;
}

/** What was asked and answered when it was stored. */
function asStored(
  actions: readonly AskedAction[],
  run: (Pick<Version, 'actionId' | 'input' | 'results' | 'creditsCharged'> & { versionNo: number | null }) | null,
  state: Readonly<Record<string, unknown>>,
  isVersion: boolean,
): { question: Question; answer: Answer | null } {
  const saved = (state.question ?? null) as Question | null;
  const action = actions.find(({ descriptor }) => descriptor.id === run?.actionId);
  if (run === null || action === undefined) return { question: saved ?? NOTHING_ASKED, answer: null };
  const { actionId, input, results, versionNo, creditsCharged } = run;
  // The assistant runs what it was asked: the question that the page had saved by then is another one.
  const isAnother = isVersion && saved !== null && !isSameInput(inputOf(action, saved), input);
  const question = saved === null || isAnother ? questionOf(action, input, saved?.places) : saved;
  return { question, answer: { actionId, input, result: results, versionNo, creditsCharged } };
}

/** Whether an analysis may be in another organization of the reader. */
const mayBeElsewhere = (error: Error | null, { organizations }: Session): boolean =>
  error instanceof Problem && error.status === 404 && organizations.length > 1;
