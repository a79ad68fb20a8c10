import { ENCODINGS } from '@hinterland/tables';
import { useText } from '../../text/index.ts';
import { Select } from '../../ui/fields.tsx';

interface EncodingsProps {
  readonly value: string;
  readonly onChange: (encoding: string) => void;
}

/** The encoding in which a file is read, to be changed where its letters look wrong. */
export function Encodings({ value, onChange }: EncodingsProps) {
  const { say, language } = useText();
  const names = new Intl.DisplayNames(language, { type: 'language' });
  const known = ENCODINGS.some(({ id }) => id === value) ? ENCODINGS : [{ id: value, languages: [] }, ...ENCODINGS];
  const choices = known.map(({ id, languages }) => {
    const of = languages.map((tag) => names.of(tag)).join(', ');
    return { id, name: of === '' ? id : `${id} (${of})` };
  });
  return (
    <Select
      label={say('studio.table.encoding')}
      help={say('studio.table.encodingHelp')}
      choices={choices}
      value={value}
      onChange={onChange}
    />
  );
}
