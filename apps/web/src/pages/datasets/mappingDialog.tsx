import type { ColumnRole } from '@hinterland/catalogue/columns';
import { useState } from 'react';
import type { DatasetPath } from '../../api/address.ts';
import { useChange, useResource } from '../../api/queries.ts';
import type { Dataset } from '../../api/types.ts';
import { Columns } from '../../fields/placeTable/columns.tsx';
import type { Roles } from '../../fields/placeTable/table.ts';
import { useText } from '../../text/index.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';

const SAMPLE_ROWS = 5;

/** The meanings of the columns of a dataset, to be changed; rows keep their places until they are looked for again. */
export default function MappingDialog({
  dataset,
  path,
  onClose,
}: {
  dataset: Dataset;
  path: DatasetPath;
  onClose: () => void;
}) {
  const { say } = useText();
  const columns = dataset.columns ?? [];
  const [roles, setRoles] = useState<Roles>(() =>
    Object.fromEntries(
      Object.entries(dataset.mapping ?? {}).map(([role, column]) => [role as ColumnRole, columns.indexOf(column)]),
    ),
  );
  const sample = useResource(`${path}/rows?from=0&limit=${SAMPLE_ROWS}`);
  const rows = (sample.data?.data ?? []).map(({ index, cells }) => ({ line: index + 1, cells }));
  const change = useChange({
    method: 'PUT',
    path: `${path}/mapping`,
    changes: [path],
    body: () => ({
      mapping: Object.fromEntries(Object.entries(roles).map(([role, at]) => [role, columns[at] ?? null])),
    }),
  });
  return (
    <Dialog title={say('datasets.columns')} isOpen onClose={onClose}>
      <p className="soft">{say('datasets.columnsLead')}</p>
      <Columns keepsAll table={{ columns, rows }} roles={roles} onChange={setRoles} />
      <ErrorNotice error={change.error} />
      <DialogActions>
        <Button onPress={onClose}>{say('action.cancel')}</Button>
        <Button
          kind="primary"
          isPending={change.isPending}
          onPress={() => change.mutate(undefined, { onSuccess: onClose })}
        >
          {say('action.save')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
