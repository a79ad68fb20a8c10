import { Table2, Upload } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { OrganizationPath } from '../../api/address.ts';
import { useChange, useResource } from '../../api/queries.ts';
import type { Dataset, Session } from '../../api/types.ts';
import { useDeletion } from '../../api/useDeletion.ts';
import { useText, withTexts } from '../../text/index.ts';
import { Button } from '../../ui/button.tsx';
import { Deleted } from '../../ui/deleted.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { Empty, Loaded } from '../../ui/states.tsx';
import { useOpening } from '../../ui/useOpening.ts';
import { DatasetTable } from './datasetTable.tsx';
import { DeleteDialog } from './deleteDialog.tsx';
import { StorageCard } from './storageCard.tsx';
import { Suspended } from './suspended.tsx';

/** Loaded when a file is uploaded: it brings readers of tables. */
const UploadDialog = lazy(() => withTexts(import('./uploadDialog.tsx'), 'desk'));

const POLL_SECONDS = 2;

/** Own tables of places: what they hold, and what they cost. */
export default function DatasetsPage({ session }: { session: Session }) {
  const place = session.activeOrganization;
  return place === null ? null : (
    <Datasets session={session} place={place} home={`/organizations/${place.organization.id}`} />
  );
}

interface DatasetsProps {
  readonly session: Session;
  readonly place: NonNullable<Session['activeOrganization']>;
  readonly home: OrganizationPath;
}

function Datasets({ session, place, home }: DatasetsProps) {
  const { say } = useText();
  const path = `${home}/datasets` as const;
  const uploading = useOpening('dataset');
  const datasets = useResource(path, {
    everySeconds: POLL_SECONDS,
    while: ({ data }) => data.some(({ status }) => status === 'uploading' || status === 'importing'),
  });
  const storage = useResource(`${home}/storage`);
  const { pending, error, remove, undo } = useDeletion(path, home);
  const [deleted, setDeleted] = useState<Dataset | null>(null);
  const rename = useChange({
    method: 'PUT',
    path: ({ id }: { id: string; name: string }) => `${path}/${id}`,
    changes: [path],
    body: ({ name }) => ({ name }),
  });
  const shown = datasets.data?.data.filter(({ id }) => id !== pending?.id) ?? [];
  const upload = (
    <Button kind="primary" icon={<Upload size={16} aria-hidden />} onPress={uploading.open}>
      {say('datasets.upload')}
    </Button>
  );
  return (
    <Page title={say('datasets.title')} lead={say('datasets.lead')} {...(shown.length === 0 ? {} : { action: upload })}>
      {storage.data?.suspendedSince != null && (
        <Suspended storage={storage.data} mayBuy={place.billing} path={path} datasets={shown} />
      )}
      <ErrorNotice error={error ?? rename.error} />
      <Deleted pending={pending} onUndo={undo} />
      <Card>
        <Loaded query={datasets} lines={6}>
          {() =>
            shown.length === 0 ? (
              <Empty icon={<Table2 size={28} aria-hidden />} title={say('datasets.none')} action={upload}>
                {say('datasets.noneText')}
              </Empty>
            ) : (
              <DatasetTable
                path={path}
                datasets={shown}
                storage={storage.data}
                mayChange={({ userId }) => userId === session.user.id || place.role !== 'member'}
                onRename={(id, name) => rename.mutateAsync({ id, name })}
                onDelete={setDeleted}
              />
            )
          }
        </Loaded>
      </Card>
      <Loaded query={storage} lines={3}>
        {(data) => <StorageCard storage={data} mayBuy={place.billing} />}
      </Loaded>
      {deleted !== null && (
        <DeleteDialog
          path={`${path}/${deleted.id}`}
          name={deleted.name}
          onDelete={(query) => {
            remove({ id: deleted.id, name: deleted.name, query });
            setDeleted(null);
          }}
          onClose={() => setDeleted(null)}
        />
      )}
      {uploading.isOpen && (
        <Suspense>
          <UploadDialog path={path} onClose={uploading.close} />
        </Suspense>
      )}
    </Page>
  );
}
