import { useText } from '../text/index.ts';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';

/** Says what is being deleted, as long as that can be undone. The page has the texts of analyses. */
export function Deleted({ pending, onUndo }: { pending: { readonly name: string } | null; onUndo: () => void }) {
  const { say } = useText();
  return (
    <div role="status">
      {pending !== null && (
        <Notice kind="info">
          <span className="row-between">
            <bdi>{say('analyses.deleted', { name: pending.name })}</bdi>
            <Button onPress={onUndo}>{say('analyses.undo')}</Button>
          </span>
        </Notice>
      )}
    </div>
  );
}
