import { ENCODINGS, type OtherReading } from '@hinterland/tables';
import { useText } from '../../text/index.ts';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/fields.tsx';
import { Notice } from '../../ui/notice.tsx';

interface EncodingsProps {
  readonly value: string;
  /** Encodings in which the file reads nearly as well as in the one that was guessed. */
  readonly near: readonly OtherReading[];
  readonly onChange: (encoding: string) => void;
}

/** Languages that are named beside an encoding, those of most people. */
const NAMED = 6;

/** The encoding in which a file is read, to be changed where its letters look wrong; a question where two are near. */
export function Encodings({ value, near, onChange }: EncodingsProps) {
  const { say, language } = useText();
  const names = new Intl.DisplayNames(language, { type: 'language' });
  const known = ENCODINGS.some(({ id }) => id === value) ? ENCODINGS : [{ id: value, languages: [] }, ...ENCODINGS];
  const choices = known.map(({ id, languages }) => {
    const of = languages
      .slice(0, NAMED)
      .map((tag) => names.of(tag))
      .join(', ');
    return { id, name: of === '' ? id : `${id} (${of})` };
  });
  return (
    <>
      {near.map(({ encoding, guessed, other }) => (
        <Notice key={encoding} kind="warning">
          <p>{say('studio.table.nearEncoding', { guessed, other })}</p>
          <Button onPress={() => onChange(encoding)}>{say('studio.table.readOther', { other })}</Button>
        </Notice>
      ))}
      <Select
        label={say('studio.table.encoding')}
        help={say('studio.table.encodingHelp')}
        choices={choices}
        value={value}
        onChange={onChange}
      />
    </>
  );
}
