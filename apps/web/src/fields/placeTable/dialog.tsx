import type { RowWishes } from '@hinterland/catalogue/columns';
import { type OtherReading, TableError } from '@hinterland/tables';
import { Upload } from 'lucide-react';
import { useMemo, useState } from 'react';
import { FileTrigger, Label, TextArea, TextField } from 'react-aria-components';
import { useText } from '../../text/index.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useSurroundings } from '../props.ts';
import { Columns } from './columns.tsx';
import { Encodings } from './encodings.tsx';
import { columnNames, ListDesk, withWishes } from './listDesk.tsx';
import { Outcome } from './outcome.tsx';
import { type ListedPlace, readRows } from './places.ts';
import { Refused } from './refused.tsx';
import { contentOf, decoded } from './source.ts';
import { guessRoles, type Roles, readText, type Table } from './table.ts';
import { useFound } from './useFound.ts';

const MEGABYTES_MAX = 4;
/** Characters of a list that are shown for editing; a longer one is read all the same. */
const SHOWN_MAX = 20_000;

/** A text file, with the encodings in which it reads nearly as well until one is chosen. */
interface TextFile {
  readonly bytes: Uint8Array;
  readonly encoding: string;
  readonly near: readonly OtherReading[];
}

interface PlaceTableDialogProps {
  readonly onClose: () => void;
  readonly onAdd: (places: readonly ListedPlace[]) => void;
  /** The most places that can be added. */
  readonly room: number;
}

/** A list of places, pasted or from a file: its columns, which can be changed, and what they come to, before it is used. */
export default function PlaceTableDialog({ onClose, onAdd, room }: PlaceTableDialogProps) {
  const { say, language } = useText();
  const { bounds } = useSurroundings();
  const [text, setText] = useState('');
  const [table, setTable] = useState<Table | null>(null);
  const [roles, setRoles] = useState<Roles>({});
  const [wishes, setWishes] = useState<RowWishes>({});
  const [fault, setFault] = useState<'tooLarge' | TableError | null>(null);
  const [file, setFile] = useState<TextFile | null>(null);
  const finding = useFound();
  const { found } = finding;
  const read = useMemo(() => {
    if (table === null) return [];
    const names = columnNames(table, (no) => say('studio.table.unnamed', { no }));
    const rows = withWishes(table, names, wishes).rows.map(({ no, cells }) => ({ line: no, cells }));
    return readRows({ columns: table.columns, rows }, roles, found, bounds);
  }, [table, roles, wishes, found, bounds, say]);
  const take = (given: string) => {
    const next = readText(given);
    setText(given);
    setTable(next.table.rows.length === 0 ? null : next.table);
    setRoles(guessRoles(next.table));
    setWishes({});
    setFault(next.fault);
    finding.forget();
  };
  const takeFile = async (given: File | undefined) => {
    if (given === undefined) return;
    setFile(null);
    if (given.size > MEGABYTES_MAX * 1e6) return setFault('tooLarge');
    try {
      const bytes = new Uint8Array(await given.arrayBuffer());
      const content = await contentOf(bytes, async () => bytes, [language]);
      if (content.kind === 'workbook') take(content.text);
      else await takeBytes(content);
    } catch (error) {
      refuse(error);
    }
  };
  const takeBytes = async ({ bytes, encoding, near }: TextFile) => {
    setFile({ bytes, encoding, near });
    try {
      take(await decoded(bytes, encoding));
    } catch (error) {
      refuse(error);
    }
  };
  const change = (next: RowWishes) => {
    const mended = next.cells?.at(-1);
    if (mended !== undefined && next.cells !== wishes.cells) finding.drop(mended.row);
    setWishes(next);
  };
  const refuse = (error: unknown) => {
    if (!(error instanceof TableError)) throw error;
    setTable(null);
    setFault(error);
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
      {fault === 'tooLarge' && (
        <Notice kind="error">{say('studio.table.tooLarge', { megabytes: MEGABYTES_MAX })}</Notice>
      )}
      {fault instanceof TableError && <Refused error={fault} />}
      {file !== null && (
        <Encodings
          value={file.encoding}
          near={file.near}
          onChange={(encoding) => void takeBytes({ ...file, encoding, near: [] })}
        />
      )}
      <TextField
        className="field"
        value={text.slice(0, SHOWN_MAX)}
        onChange={(given) => {
          setFile(null);
          take(given);
        }}
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
          <ListDesk table={table} roles={roles} read={read} wishes={wishes} onChange={change} />
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
