import { X } from 'lucide-react';
import { useId, useState } from 'react';
import { Button, ComboBox, Group, Input, ListBox, ListBoxItem, Popover } from 'react-aria-components';
import { useText } from '../text/index.ts';
import { useAfterPause } from '../ui/useAfterPause.ts';
import { FieldFault, Labelled } from './help.tsx';
import { sourceOf } from './kind.ts';
import { OpenWhenItComes } from './openWhenItComes.tsx';
import { type Option, useOptions } from './options.ts';
import type { ControlProps } from './props.ts';

const PAUSE_MILLISECONDS = 180;

/** One value of those that an action lists, such as a sector. */
export function PickControl({ value, onChange, ...props }: ControlProps) {
  const chosen = typeof value === 'string' ? [value] : [];
  return <Picker {...props} chosen={chosen} onChoose={(codes) => onChange(codes.at(-1))} />;
}

/** Any number of them. */
export function PicksControl({ value, onChange, ...props }: ControlProps) {
  const chosen = Array.isArray(value) ? (value as string[]) : typeof value === 'string' ? [value] : [];
  return <Picker {...props} chosen={chosen} onChoose={(codes) => onChange(codes.length === 0 ? undefined : codes)} />;
}

interface PickerProps extends Omit<ControlProps, 'value' | 'onChange'> {
  readonly chosen: readonly string[];
  readonly onChoose: (codes: string[]) => void;
}

function Picker({ label, help, schema, chosen, onChoose, error }: PickerProps) {
  const { say } = useText();
  const id = useId();
  const source = sourceOf(schema) ?? 'markets.sectors';
  const [typed, setTyped] = useState('');
  const all = useOptions(source, '').options ?? [];
  const settled = useAfterPause(typed.trim(), PAUSE_MILLISECONDS);
  const { options, isPending } = useOptions(source, settled);
  const found = options ?? [];
  const [known, setKnown] = useState<readonly Option[]>([]);
  const nameOf = (code: string) => [...known, ...all, ...found].find((one) => one.id === code)?.name ?? code;
  return (
    <div className="field">
      <Labelled label={label} help={help} id={id} />
      {chosen.length > 0 && (
        <ul className="tags" aria-labelledby={id}>
          {chosen.map((code) => (
            <li key={code} className="tag">
              <bdi>{nameOf(code)}</bdi>
              <Button
                className="tag-remove"
                aria-label={say('studio.remove', { name: nameOf(code) })}
                onPress={() => onChoose(chosen.filter((one) => one !== code))}
              >
                <X size={14} aria-hidden />
              </Button>
            </li>
          ))}
        </ul>
      )}
      <ComboBox
        key={chosen.join()}
        aria-labelledby={id}
        menuTrigger="focus"
        items={found.filter((one) => !chosen.includes(one.id))}
        defaultFilter={() => true}
        allowsEmptyCollection
        // The list closes when the page scrolls below it; what was typed stays.
        allowsCustomValue
        inputValue={typed}
        onInputChange={setTyped}
        onChange={(key) => {
          const option = found.find((one) => one.id === key);
          if (option === undefined) return;
          setKnown((before) => [...before, option]);
          setTyped('');
          onChoose([...chosen, option.id]);
        }}
      >
        <OpenWhenItComes answered={isPending ? undefined : options} />
        <Group>
          <Input className="input" placeholder={say(`studio.pick.${source}`)} />
        </Group>
        <Popover className="popover">
          <ListBox<Option>
            renderEmptyState={() => (
              <p className="menu-header">
                {say(isPending || settled !== typed.trim() ? 'state.loading' : 'palette.nothing')}
              </p>
            )}
          >
            {({ id: code, name, note }) => (
              <ListBoxItem id={code} className="menu-item option" textValue={name}>
                <bdi>{name}</bdi>
                <span className="soft small">{note}</span>
              </ListBoxItem>
            )}
          </ListBox>
        </Popover>
      </ComboBox>
      <FieldFault>{error}</FieldFault>
    </div>
  );
}
