import { Pencil, Redo2, SquarePlus, Undo2 } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import type { OrganizationPath } from '../../api/address.ts';
import type { Place } from '../../api/types.ts';
import { useText } from '../../text/index.ts';
import { Button } from '../../ui/button.tsx';
import { useTitle } from '../../ui/useTitle.ts';
import { PLACES_MAX, withQuestion } from './address.ts';
import { KeptTools } from './keptTools.tsx';
import { NOTHING_ASKED, type Spot } from './question.ts';
import type { Kept, Saving } from './useKept.ts';
import { lookedNow } from './useLooked.ts';
import type { useQuestion } from './useQuestion.ts';

/** Loaded when two windows have changed one analysis. */
const MergePanel = lazy(() => import('./mergePanel.tsx'));

/** Loaded when a title is taken up. */
const Rename = lazy(() => import('./rename.tsx'));

interface HeadProps {
  readonly path: OrganizationPath;
  readonly place: Place | null;
  readonly kept: Kept | null;
  readonly saving: Saving;
  /** What an analysis that was made here is called. */
  readonly madeAs: string;
  readonly history: ReturnType<typeof useQuestion>;
}

/** Names the analysis, undoes and redoes, begins anew. */
export function Head({ path, place, kept, saving, madeAs, history }: HeadProps) {
  const { say } = useText();
  const { question, undo, redo, canUndo, canRedo } = history;
  const [, go] = useLocation();
  const [renamed, setRenamed] = useState<string | null>(null);
  const [isNaming, setNaming] = useState(false);
  // The focus goes back to where the name was taken up.
  const [wasNaming, leave] = useState(false);
  const title = renamed ?? kept?.name ?? (saving.code === null || madeAs === '' ? say('studio.title') : madeAs);
  const isOwn = kept?.isOwn ?? true;
  useTitle(title);
  useUndoKeys(undo, redo);
  return (
    <header className="studio-head">
      <div className="studio-head-row">
        <div className="studio-title">
          <h1 className={isNaming ? 'visually-hidden' : undefined}>
            <bdi>{title}</bdi>
          </h1>
          {isNaming && saving.code !== null ? (
            <Suspense fallback={null}>
              <Rename
                path={path}
                code={saving.code}
                name={title}
                onEnd={(name) => {
                  if (name !== null) setRenamed(name);
                  setNaming(false);
                  leave(true);
                }}
              />
            </Suspense>
          ) : (
            saving.code !== null &&
            isOwn && (
              <Button
                kind="quiet"
                label={say('action.rename')}
                autoFocus={wasNaming}
                icon={<Pencil size={15} aria-hidden />}
                onPress={() => setNaming(true)}
              />
            )
          )}
        </div>
        <span className="studio-tools">
          <Button
            kind="quiet"
            label={say('studio.undo')}
            isDisabled={!canUndo}
            icon={<Undo2 size={17} aria-hidden />}
            onPress={undo}
          />
          <Button
            kind="quiet"
            label={say('studio.redo')}
            isDisabled={!canRedo}
            icon={<Redo2 size={17} aria-hidden />}
            onPress={redo}
          />
          {saving.code !== null && (
            <KeptTools path={path} place={place} code={saving.code} name={title} isOwn={isOwn} />
          )}
          {saving.code !== null && (
            <Button
              kind="quiet"
              label={say('studio.new')}
              icon={<SquarePlus size={17} aria-hidden />}
              onPress={() => go(newQuestion(question.places))}
            />
          )}
        </span>
      </div>
      {kept !== null && !kept.isOwn && <p className="soft small">{say('studio.sharedBy', { name: kept.owner })}</p>}
      {saving.overtaken !== null && (
        <Suspense fallback={null}>
          <MergePanel key={saving.overtaken.revision} overtaken={saving.overtaken} saving={saving} isOwn={isOwn} />
        </Suspense>
      )}
    </header>
  );
}

/** The address of a new question about the same places, with the map as it lies; places that an address cannot name stay behind, all of them. */
function newQuestion(places: readonly Spot[]): string {
  const map = lookedNow().get('map');
  const looks = new URLSearchParams(map === null ? [] : [['map', map]]);
  const asked = places.length > PLACES_MAX ? NOTHING_ASKED : { ...NOTHING_ASKED, places };
  const query = withQuestion(looks, asked).toString();
  return query === '' ? '/studio' : `/studio?${query}`;
}

/** Control Z and Control Shift Z, outside of fields, which undo their own text. */
function useUndoKeys(undo: () => void, redo: () => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof HTMLElement && /^(INPUT|TEXTAREA)$/.test(event.target.tagName);
      if (isTyping || !(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z') return;
      event.preventDefault();
      if (event.shiftKey) redo();
      else undo();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [undo, redo]);
}
