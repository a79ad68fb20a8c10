import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import type { OrganizationPath } from '../../api/address.ts';
import { queryClient, resource } from '../../api/queries.ts';
import { Problem, request } from '../../api/request.ts';
import type { SavedState } from '../../api/types.ts';
import { type View, viewIn, withView } from './address.ts';
import { NOTHING_ASKED, type Question } from './question.ts';
import type { Wanted } from './runState.ts';
import { lookedNow } from './useLooked.ts';
import type { useQuestion } from './useQuestion.ts';

const PAUSE_MILLISECONDS = 800;
/** Characters of a name. */
const NAME_MAX = 200;

/** An analysis that is kept on the server, as the studio needs it. */
export interface Kept {
  readonly code: string;
  readonly name: string;
  /** Whether it is the reader's own: others look at it and run copies. */
  readonly isOwn: boolean;
  readonly owner: string;
  /** The state as it is stored now. */
  readonly saved: SavedState;
}

/** A newer state than the one that this window is based on. */
export interface Overtaken {
  readonly savedBy: string;
  readonly savedAt: string;
  readonly revision: number;
  /** The question that this window and the newer state both come from. */
  readonly base: Question;
  readonly theirs: Question;
}

/** What a state is made of: the question, and what is looked at. */
interface Content {
  readonly question: Question;
  readonly view: View;
}

interface KeptOptions {
  readonly path: OrganizationPath;
  readonly kept: Kept | null;
  readonly code: string | null;
  readonly history: Pick<ReturnType<typeof useQuestion>, 'question' | 'change'>;
  readonly onMade: (code: string) => void;
  readonly nameOf: (actionId: string) => string;
}

const questionIn = (state: SavedState['state']): Question => (state.question ?? NOTHING_ASKED) as Question;

/** Makes an analysis that keeps a question. Returns its code. */
export async function makeAnalysis(path: OrganizationPath, name: string, content: Content): Promise<string> {
  const body = { name: [...name].slice(0, NAME_MAX).join(''), state: { ...content } };
  return (await request(`${path}/analyses`, { method: 'POST', body })).code;
}

/**
 * Saves the question and the view with their analysis as they change, and makes an analysis for the first run. A state that was
 * saved meanwhile elsewhere stops this until `settle` says what to go on with; to other readers it is shown when it comes.
 */
export function useKept({ path, kept, code, history, onMade, nameOf }: KeptOptions) {
  const [, go] = useLocation();
  const { question, change } = history;
  const [own, setOwn] = useState<string | null>(kept?.isOwn === true ? kept.code : null);
  const revision = useRef(kept?.saved.revision ?? 0);
  const [begun] = useState<Content>({ question, view: viewIn(lookedNow()) });
  const saved = useRef(begun);
  const [overtaken, setOvertaken] = useState<Overtaken | null>(null);
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  // The view in an order of its own, so that the same view is the same text.
  const contentNow = useCallback(
    () => JSON.stringify({ question, view: viewIn(lookedNow()) } satisfies Content),
    [question],
  );

  const save = useCallback(
    (wanted: string, ofCode: string): Promise<void> => {
      const content = JSON.parse(wanted) as Content;
      const state = `${path}/analyses/${ofCode}/state` as const;
      const put = async () => {
        const stored = await request(state, {
          method: 'PUT',
          body: { revision: revision.current, state: { ...content } },
        });
        revision.current = stored.revision;
        saved.current = content;
        queryClient.setQueryData(resource(state).queryKey, { ...stored, state: { ...content } });
      };
      const step = async () => {
        if (JSON.stringify(saved.current) === wanted) return;
        try {
          await put();
        } catch (error) {
          if (!(error instanceof Problem) || error.code !== 'state_changed') throw error;
          const stored = await request(state);
          const theirs = questionIn(stored.state);
          const base = saved.current.question;
          const known = [base, content.question].map((one) => JSON.stringify(one));
          if (known.includes(JSON.stringify(theirs))) {
            // The other window has looked elsewhere and asked nothing else: the last view stays.
            revision.current = stored.revision;
            return put();
          }
          const { savedBy } = error.body as { savedBy?: { name: string } };
          const { savedAt } = stored;
          setOvertaken({ savedBy: savedBy?.name ?? '', savedAt, revision: stored.revision, base, theirs });
        }
      };
      // One save after the other: each is based on the number of the one before.
      const done = queue.current.then(step);
      queue.current = done.catch(() => {});
      return done;
    },
    [path],
  );

  useEffect(() => {
    if (own === null || overtaken !== null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const later = () => {
      clearTimeout(timer);
      timer = setTimeout(() => void save(contentNow(), own).catch(() => {}), PAUSE_MILLISECONDS);
    };
    later();
    // A view changes with the address, for which the router has an event.
    window.addEventListener('replaceState', later);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('replaceState', later);
    };
  }, [own, overtaken, contentNow, save]);

  // A reader sees that its creator has changed it when the stored state is asked for again.
  useEffect(() => {
    if (kept === null || kept.isOwn || kept.saved.revision <= revision.current) return;
    const { revision: newer, savedAt, state } = kept.saved;
    const theirs = questionIn(state);
    const base = saved.current.question;
    if (JSON.stringify(theirs) === JSON.stringify(base)) revision.current = newer;
    else setOvertaken({ savedBy: kept.owner, savedAt, revision: newer, base, theirs });
  }, [kept]);

  /** Goes on with a question; the other one stays a step of undo away. */
  const settle = (chosen: Question) => {
    if (overtaken === null) return;
    revision.current = overtaken.revision;
    saved.current = { ...saved.current, question: overtaken.theirs };
    change('', () => overtaken.theirs);
    if (JSON.stringify(chosen) !== JSON.stringify(overtaken.theirs)) change('', () => chosen);
    setOvertaken(null);
  };

  const make = (name: string): Promise<string> => makeAnalysis(path, name, JSON.parse(contentNow()));

  /** The code of the analysis that keeps a run: the reader's own, or a new one. */
  const analysisOf = async ({ actionId }: Wanted): Promise<string> => {
    if (own !== null) {
      await save(contentNow(), own);
      return own;
    }
    const made = await make(nameOf(actionId));
    revision.current = (await request(`${path}/analyses/${made}/state`)).revision;
    saved.current = JSON.parse(contentNow());
    setOwn(made);
    onMade(made);
    const looks = withView(new URLSearchParams(), viewIn(lookedNow())).toString();
    go(looks === '' ? `/a/${made}` : `/a/${made}?${looks}`);
    return made;
  };

  /** Keeps what is asked here in an analysis of its own, and opens it. */
  const keepCopy = async (): Promise<void> => go(`/a/${await make(kept?.name ?? '')}`);

  return { analysisOf, saving: { overtaken, mine: question, settle, keepCopy, code: own ?? code } };
}

export type Saving = ReturnType<typeof useKept>['saving'];
