import type { OrganizationPath } from '../../api/address.ts';
import '../../styles/datasets.css';
import '../../styles/studioSteps.css';
import type { RowWishes } from '@hinterland/catalogue/columns';
import { TableError } from '@hinterland/tables';
import { FileUp } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { DropZone, FileTrigger } from 'react-aria-components';
import { useLocation } from 'wouter';
import { queryClient } from '../../api/queries.ts';
import { Columns } from '../../fields/placeTable/columns.tsx';
import { Encodings } from '../../fields/placeTable/encodings.tsx';
import { ListDesk } from '../../fields/placeTable/listDesk.tsx';
import { type ReadRow, readRows } from '../../fields/placeTable/places.ts';
import { Refused } from '../../fields/placeTable/refused.tsx';
import { guessRoles, type Roles, type Table } from '../../fields/placeTable/table.ts';
import { useText } from '../../text/index.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { Select, TextField } from '../../ui/fields.tsx';
import { useFormat } from '../../ui/format.ts';
import { ErrorNotice, Notice } from '../../ui/notice.tsx';
import { useMaps } from '../studio/useMaps.ts';
import { isImportable, Preview } from './preview.tsx';
import { type ChosenFile, readFile, WORKBOOK_BYTES_MAX } from './readFile.ts';
import { sendFile } from './send.ts';
import { wishedFile, wishedRows, withoutRows } from './wished.ts';

const NOTHING_FOUND = new Map<number, null>();
const WORLD: readonly number[] = [-180, -90, 180, 90];

type Sending = { readonly share: number; readonly abort: AbortController } | null;

/** A file of places: its columns with their meanings, to be confirmed or changed, and its faults by row, before it is sent. */
export default function UploadDialog({ path, onClose }: { path: `${OrganizationPath}/datasets`; onClose: () => void }) {
  const { say, language } = useText();
  const { number, percent, megabytes } = useFormat();
  const [, go] = useLocation();
  const maps = useMaps();
  const [file, setFile] = useState<ChosenFile | null>(null);
  const [name, setName] = useState('');
  const [roles, setRoles] = useState<Roles>({});
  const [wishes, setWishes] = useState<RowWishes>({});
  const [territory, setTerritory] = useState<string | null>(null);
  const [sending, setSending] = useState<Sending>(null);
  const [error, setError] = useState<unknown>(null);
  const [isUnreadable, setUnreadable] = useState(false);
  const [refused, setRefused] = useState<TableError | null>(null);
  const given = useRef<File | null>(null);
  const chosen = useRef(0);
  const chooser = useRef<HTMLInputElement>(null);
  // Who opens it has a file in mind: its chooser opens at once, and below it a file may be dropped.
  useEffect(() => chooser.current?.click(), []);
  const map = maps.data?.find(({ id }) => id === territory) ?? maps.data?.[0];

  const take = async (file: File | undefined, encoding: string | null = null) => {
    if (file === undefined) return;
    const turn = ++chosen.current;
    const isAgain = given.current === file;
    given.current = file;
    setError(null);
    setUnreadable(false);
    setRefused(null);
    if (!isAgain) setFile(null);
    try {
      const read = await readFile(file, encoding, [language]);
      if (turn !== chosen.current) return;
      setFile(read);
      if (!isAgain) setName(read.name);
      setRoles(guessRoles(read.table));
      setWishes({});
    } catch (thrown) {
      if (turn !== chosen.current) return;
      if (thrown instanceof TableError) setRefused(thrown);
      else setUnreadable(true);
    }
  };
  const send = async () => {
    if (file === null) return;
    const abort = new AbortController();
    setError(null);
    setSending({ share: 0, abort });
    const query = new URLSearchParams({ name, roles: rolesText(roles) });
    const { content, encoding } = wishedFile(file, wishes);
    if (encoding !== 'utf-8') query.set('encoding', encoding);
    if ((maps.data?.length ?? 0) > 1 && map !== undefined) query.set('territory', map.id);
    try {
      const { id } = await sendFile(`${path}?${query}`, content, (share) => setSending({ share, abort }), abort.signal);
      await queryClient.invalidateQueries({ queryKey: path.split('/').filter(Boolean) });
      go(`/datasets/${id}`);
    } catch (thrown) {
      setSending(null);
      if (!abort.signal.aborted) setError(thrown);
    }
  };
  const problem = useMemo(() => (file === null ? null : isImportable(file)), [file]);
  const rows = useMemo(() => (file === null ? null : wishedRows(file, wishes)), [file, wishes]);
  const read = useMemo(() => readIn(WORLD, rows, roles), [rows, roles]);
  const within = useMemo(() => readIn(map?.bounds ?? WORLD, rows, roles), [rows, roles, map]);
  const wrong = within.filter(({ fault }) => fault !== null && fault !== 'alike');
  const right = within.length - wrong.length;
  return (
    <Dialog title={say('datasets.upload')} isOpen onClose={onClose} stays={sending !== null}>
      <p className="soft">{say('datasets.uploadLead')}</p>
      <DropZone
        className="drop-zone"
        onDrop={({ items }) => {
          const dropped = items.find((item) => item.kind === 'file');
          if (dropped !== undefined) void dropped.getFile().then((one) => take(one));
        }}
      >
        <FileTrigger
          ref={chooser}
          acceptedFileTypes={['.csv', '.tsv', '.txt', '.xlsx', 'text/csv', 'text/plain']}
          onSelect={(files) => void take(files?.[0])}
        >
          <Button icon={<FileUp size={16} aria-hidden />} isDisabled={sending !== null}>
            {say(file === null ? 'studio.table.file' : 'datasets.otherFile')}
          </Button>
        </FileTrigger>
        <span className="soft small">{say('datasets.drop')}</span>
      </DropZone>
      {isUnreadable && (
        <div role="alert" data-error="unreadable">
          <Notice kind="error">{say('datasets.unreadable', { size: megabytes(WORKBOOK_BYTES_MAX) })}</Notice>
        </div>
      )}
      {refused !== null && <Refused error={refused} />}
      {file !== null && (
        <>
          <TextField label={say('datasets.name')} value={name} onChange={setName} maxLength={255} />
          {maps.data !== undefined && maps.data.length > 1 && (
            <Select
              label={say('studio.territory')}
              choices={maps.data.map(({ id, name: title }) => ({ id, name: title }))}
              value={map?.id ?? ''}
              onChange={setTerritory}
            />
          )}
          {file.encoding !== null && (
            <Encodings
              value={file.encoding}
              near={file.near}
              onChange={(encoding) => void take(given.current ?? undefined, encoding)}
            />
          )}
          <Columns keepsAll table={file.table} roles={roles} onChange={setRoles} />
          <Preview file={file} read={read} bounds={map?.bounds ?? []} problem={problem} />
          {file.isWhole && problem === null && (
            <>
              {wrong.length > 0 && right > 0 && (
                <div className="row">
                  <Button onPress={() => setWishes(withoutRows(wishes, wrong))}>
                    {say('desk.useRight', { count: right, rows: number(right) })}
                  </Button>
                </div>
              )}
              <ListDesk
                keepsOutside
                table={file.table}
                roles={roles}
                read={within}
                wishes={wishes}
                onChange={setWishes}
              />
            </>
          )}
        </>
      )}
      {sending !== null && (
        <progress
          value={sending.share}
          max={1}
          aria-label={say('datasets.sending', { share: percent(sending.share) })}
        />
      )}
      <ErrorNotice error={error} />
      <DialogActions>
        <Button onPress={() => (sending === null ? onClose() : sending.abort.abort())}>{say('action.cancel')}</Button>
        <Button
          kind="primary"
          isDisabled={file === null || problem !== null || name.trim() === ''}
          isPending={sending !== null}
          onPress={() => void send()}
        >
          {say('datasets.import')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

const readIn = (bounds: readonly number[], rows: Table | null, roles: Roles): readonly ReadRow[] =>
  rows === null ? [] : readRows(rows, roles, NOTHING_FOUND, bounds);

/** Roles as the service takes them: `name:0,lat:2,lng:3`. */
const rolesText = (roles: Roles): string =>
  Object.entries(roles)
    .map(([role, at]) => `${role}:${at}`)
    .join(',');
