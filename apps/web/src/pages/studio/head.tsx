import { Redo2, SquarePlus, Undo2 } from 'lucide-react';
import { useEffect } from 'react';
import { useLocation } from 'wouter';
import type { OrganizationPath } from '../../api/address.ts';
import type { Place } from '../../api/types.ts';
import { useText } from '../../text/index.ts';
import { Button } from '../../ui/button.tsx';
import { useTitle } from '../../ui/page.tsx';
import { KeptTools } from './keptTools.tsx';
import { MergePanel } from './mergePanel.tsx';
import type { Kept, Saving } from './useKept.ts';
import type { useQuestion } from './useQuestion.ts';

interface HeadProps {
  readonly path: OrganizationPath;
  readonly place: Place | null;
  readonly kept: Kept | null;
  readonly saving: Saving;
  readonly history: ReturnType<typeof useQuestion>;
}

/** Names the analysis, undoes and redoes, begins anew. */
export function Head({ path, place, kept, saving, history: { undo, redo, canUndo, canRedo } }: HeadProps) {
  const { say } = useText();
  const [, go] = useLocation();
  const title = kept?.name ?? say('studio.title');
  useTitle(title);
  useUndoKeys(undo, redo);
  return (
    <header className="studio-head">
      <div className="studio-head-row">
        <h1>
          <bdi>{title}</bdi>
        </h1>
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
            <KeptTools path={path} place={place} code={saving.code} name={title} isOwn={kept?.isOwn ?? true} />
          )}
          {saving.code !== null && (
            <Button
              kind="quiet"
              label={say('studio.new')}
              icon={<SquarePlus size={17} aria-hidden />}
              onPress={() => go('/studio')}
            />
          )}
        </span>
      </div>
      {kept !== null && !kept.isOwn && <p className="soft small">{say('studio.sharedBy', { name: kept.owner })}</p>}
      {saving.overtaken !== null && (
        <MergePanel
          key={saving.overtaken.revision}
          overtaken={saving.overtaken}
          saving={saving}
          isOwn={kept?.isOwn ?? true}
        />
      )}
    </header>
  );
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
