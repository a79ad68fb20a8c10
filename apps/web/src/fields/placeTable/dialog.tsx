import { Upload } from 'lucide-react';
import { useMemo, useState } from 'react';
import { FileTrigger, Label, TextArea, TextField } from 'react-aria-components';
import { useText } from '../../text/index.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useSurroundings } from '../props.ts';
import { Columns } from './columns.tsx';
import { Outcome } from './outcome.tsx';
import { type ListedPlace, readRows } from './places.ts';
import { guessRoles, type Roles, readTable, type Table } from './table.ts';
import { useFound } from './useFound.ts';

const WORKBOOK = /\.xlsx$/i;
const MEGABYTES_MAX = 4;
/** Characters of a list that are shown for editing; a longer one is read all the same. */
const SHOWN_MAX = 20_000;

interface PlaceTableDialogProps {
  readonly onClose: () => void;
  readonly onAdd: (places: readonly ListedPlace[]) => void;
  /** The most places that can be added. */
  readonly room: number;
}

/** A list of places, pasted or from a file: its columns, which can be changed, and what they come to, before it is used. */
export default function PlaceTableDialog({ onClose, onAdd, room }: PlaceTableDialogProps) {
  const { say } = useText();
  const { bounds } = useSurroundings();
  const [text, setText] = useState('');
  const [table, setTable] = useState<Table | null>(null);
  const [roles, setRoles] = useState<Roles>({});
  const [fault, setFault] = useState<'tooLarge' | 'workbook' | null>(null);
  const finding = useFound();
  const { found } = finding;
  const read = useMemo(
    () => (table === null ? [] : readRows(table.rows, roles, found, bounds)),
    [table, roles, found, bounds],
  );
  const take = (given: string) => {
    const next = readTable(given);
    setText(given);
    setTable(next.rows.length === 0 ? null : next);
    setRoles(guessRoles(next));
    finding.forget();
  };
  const takeFile = async (file: File | undefined) => {
    if (file === undefined) return;
    setFault(file.size > MEGABYTES_MAX * 1e6 ? 'tooLarge' : null);
    if (file.size > MEGABYTES_MAX * 1e6) return;
    const content = await file.arrayBuffer();
    if (!WORKBOOK.test(file.name)) return take(decoded(content));
    const { workbookText } = await import('./workbook.ts');
    try {
      take(await workbookText(content));
    } catch {
      setFault('workbook');
    }
  };
  const places = read.flatMap(({ place }) => (place === null ? [] : [place])).slice(0, room);
  return (
    <Dialog title={say('studio.places.paste')} isOpen onClose={onClose}>
      <p className="soft">{say('studio.table.lead')}</p>
      <div className="row">
        <FileTrigger
          acceptedFileTypes={['.csv', '.tsv', '.txt', '.xlsx', 'text/csv', 'text/plain']}
          onSelect={(files) => void takeFile(files?.[0])}
        >
          <Button icon={<Upload size={16} aria-hidden />}>{say('studio.table.file')}</Button>
        </FileTrigger>
      </div>
      {fault !== null && <Notice kind="error">{say(`studio.table.${fault}`, { megabytes: MEGABYTES_MAX })}</Notice>}
      <TextField
        className="field"
        value={text.slice(0, SHOWN_MAX)}
        onChange={take}
        isReadOnly={text.length > SHOWN_MAX}
        autoFocus
      >
        <Label>{say('studio.places.pasteLabel')}</Label>
        <TextArea className="input json" rows={table === null ? 8 : 4} spellCheck={false} />
      </TextField>
      {table !== null && (
        <>
          <Columns
            table={table}
            roles={roles}
            onChange={(next) => {
              setRoles(next);
              finding.forget();
            }}
          />
          <Outcome read={read} finding={finding} room={room} />
        </>
      )}
      <DialogActions>
        <Button onPress={onClose}>{say('action.cancel')}</Button>
        <Button
          kind="primary"
          isDisabled={places.length === 0}
          onPress={() => {
            onAdd(places);
            onClose();
          }}
        >
          {say('studio.places.add', { count: places.length })}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** Bytes as text: UTF-8, else the encoding of Western spreadsheets. */
function decoded(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
