import { useState } from 'react';
import type { DatasetPath } from '../../api/address.ts';
import { useResource } from '../../api/queries.ts';
import { useText } from '../../text/index.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { Checkbox } from '../../ui/fields.tsx';
import { useFormat } from '../../ui/format.ts';

interface DeleteDialogProps {
  readonly path: DatasetPath;
  readonly name: string;
  /** Called with the query of the deletion. */
  readonly onDelete: (query: string) => void;
  readonly onClose: () => void;
}

/** Asks before a dataset is deleted, and whether what else holds its rows goes with it. */
export function DeleteDialog({ path, name, onDelete, onClose }: DeleteDialogProps) {
  const { say } = useText();
  const { number } = useFormat();
  const [takesCopies, setTakesCopies] = useState(false);
  const copies = useResource(`${path}/copies`);
  const { results = 0, versions = 0, ofOthers = 0 } = copies.data ?? {};
  return (
    <Confirm
      title={say('datasets.deleteTitle', { name })}
      deed={say('analyses.delete')}
      isPending={copies.isPending}
      error={copies.error}
      onConfirm={() => onDelete(takesCopies ? '?copies=delete' : '')}
      onClose={onClose}
    >
      <p>{say('datasets.deleteText')}</p>
      {results + versions > 0 && (
        <Checkbox isSelected={takesCopies} onChange={setTakesCopies}>
          {say('datasets.deleteCopies', { results: number(results), versions: number(versions) })}
        </Checkbox>
      )}
      {ofOthers > 0 && <p>{say('datasets.deleteOfOthers', { count: ofOthers, number: number(ofOthers) })}</p>}
    </Confirm>
  );
}
