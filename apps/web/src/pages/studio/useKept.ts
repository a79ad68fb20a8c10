import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { Problem, request } from '../../api/request.ts';
import type { Analysis, SavedState } from '../../api/types.ts';
import type { Question } from './question.ts';
import type { Wanted } from './useRun.ts';

const PAUSE_MILLISECONDS = 800;

/** An analysis that is kept on the server, as the studio needs it. */
export interface Kept {
  readonly code: string;
  readonly name: string;
  /** Whether it is the reader's own: others look at it and run copies. */
  readonly isOwn: boolean;
  readonly owner: string;
  readonly revision: number;
}

/** Somebody else saved a newer state: who and when, as the refusal says. */
export interface Overtaken {
  readonly savedBy: string;
  readonly savedAt: string;
}

interface KeptOptions {
  readonly path: string;
  readonly kept: Kept | null;
  readonly code: string | null;
  readonly question: Question;
  readonly onMade: (code: string) => void;
  readonly nameOf: (actionId: string) => string;
}

/** Saves the question with its analysis as it changes, and makes an analysis for the first run. */
export function useKept({ path, kept, code, question, onMade, nameOf }: KeptOptions) {
  const [, go] = useLocation();
  const [own, setOwn] = useState<string | null>(kept?.isOwn === true ? kept.code : null);
  const revision = useRef(kept?.revision ?? 0);
  const saved = useRef(JSON.stringify(question));
  const [overtaken, setOvertaken] = useState<Overtaken | null>(null);
  const queue = useRef<Promise<unknown>>(Promise.resolve());

  const save = useCallback(
    (asked: Question, ofCode: string): Promise<void> => {
      const text = JSON.stringify(asked);
      const step = async () => {
        if (saved.current === text) return;
        try {
          const { revision: next } = await request<SavedState>(`${path}/analyses/${ofCode}/state`, {
            method: 'PUT',
            body: { revision: revision.current, state: { question: asked } },
          });
          revision.current = next;
          saved.current = text;
        } catch (error) {
          if (!(error instanceof Problem) || error.code !== 'state_changed') throw error;
          const { savedBy, savedAt } = error.body as unknown as { savedBy?: { name: string }; savedAt: string };
          setOvertaken({ savedBy: savedBy?.name ?? '', savedAt });
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
    const timer = setTimeout(() => void save(question, own).catch(() => {}), PAUSE_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [own, overtaken, question, save]);

  /** The code of the analysis that keeps a run: the reader's own, or a new one. */
  const analysisOf = async ({ actionId }: Wanted): Promise<string> => {
    if (own !== null) {
      await save(question, own);
      return own;
    }
    const name = [...nameOf(actionId)].slice(0, 200).join('');
    const made = await request<Analysis>(`${path}/analyses`, { method: 'POST', body: { name, state: { question } } });
    const state = await request<SavedState>(`${path}/analyses/${made.code}/state`);
    revision.current = state.revision;
    saved.current = JSON.stringify(question);
    setOwn(made.code);
    onMade(made.code);
    go(`/a/${made.code}${cameraOf(window.location.search)}`);
    return made.code;
  };

  return { analysisOf, saving: { overtaken, code: own ?? code } };
}

/** Of the query of an address, the camera: an analysis keeps the question itself. */
function cameraOf(search: string): string {
  const camera = new URLSearchParams(search).get('map');
  return camera === null ? '' : `?${new URLSearchParams({ map: camera })}`;
}
