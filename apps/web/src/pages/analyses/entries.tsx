import { X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useText } from '../../text/index.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields.tsx';

interface Entries {
  /** What is listed, and what is typed and not added yet. */
  readonly all: () => string[];
  readonly field: Omit<EntriesFieldProps, 'label' | 'help' | 'list' | 'type' | 'error'>;
}

/** A list that a person fills entry by entry; what is typed counts as added when the form is sent. */
export function useEntries(present: readonly string[]): Entries {
  const [entries, setEntries] = useState(present);
  const [typed, setTyped] = useState('');
  const all = (): string[] => {
    const text = typed.trim().toLowerCase();
    return text === '' || entries.includes(text) ? [...entries] : [...entries, text];
  };
  return {
    all: () => {
      const next = all();
      setEntries(next);
      setTyped('');
      return next;
    },
    field: {
      entries,
      typed,
      onType: setTyped,
      onAdd: () => {
        setEntries(all());
        setTyped('');
      },
      onRemove: (entry) => setEntries(entries.filter((one) => one !== entry)),
    },
  };
}

interface EntriesFieldProps {
  readonly label: string;
  readonly help: ReactNode;
  /** Name of the list of entries. */
  readonly list: string;
  readonly type: 'email' | 'url';
  readonly error: string | undefined;
  readonly entries: readonly string[];
  readonly typed: string;
  readonly onType: (text: string) => void;
  readonly onAdd: () => void;
  readonly onRemove: (entry: string) => void;
}

export function EntriesField(props: EntriesFieldProps) {
  const { label, help, list, type, error, entries, typed, onType, onAdd, onRemove } = props;
  const { say } = useText();
  return (
    <>
      <div className="field-with-button">
        <TextField label={label} type={type} help={help} value={typed} onChange={onType} error={error} />
        <Button onPress={onAdd} isDisabled={typed.trim() === ''}>
          {say('share.add')}
        </Button>
      </div>
      {entries.length > 0 && (
        <ul className="stack-tight" aria-label={list}>
          {entries.map((entry) => (
            <li key={entry} className="row-between">
              <bdi>{entry}</bdi>
              <Button
                kind="quiet"
                label={say('share.remove', { name: entry })}
                icon={<X size={16} aria-hidden />}
                onPress={() => onRemove(entry)}
              />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
