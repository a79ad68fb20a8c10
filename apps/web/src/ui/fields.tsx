import { Check, ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import {
  Checkbox as AriaCheckbox,
  Select as AriaSelect,
  TextField as AriaTextField,
  type TextFieldProps as AriaTextFieldProps,
  Button,
  FieldError,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  SelectValue,
  Text,
} from 'react-aria-components';

interface TextFieldProps extends Omit<AriaTextFieldProps, 'className' | 'style' | 'children'> {
  readonly label: string;
  readonly help?: ReactNode;
  readonly error?: ReactNode;
  readonly placeholder?: string;
}

/** What stands in a field of one line: its label, the line, its help and its fault. */
export function FieldParts({
  label,
  help,
  error,
  placeholder,
}: Pick<TextFieldProps, 'label' | 'help' | 'error'> & { readonly placeholder: string | undefined }) {
  return (
    <>
      <Label>{label}</Label>
      <Input className="input" {...(placeholder === undefined ? {} : { placeholder })} />
      {help !== undefined && (
        <Text slot="description" className="help">
          {help}
        </Text>
      )}
      <FieldError className="field-error">{error}</FieldError>
    </>
  );
}

export function TextField({ label, help, error, placeholder, ...props }: TextFieldProps) {
  return (
    <AriaTextField {...props} className="field" isInvalid={error !== undefined} validationBehavior="aria">
      <FieldParts label={label} help={help} error={error} placeholder={placeholder} />
    </AriaTextField>
  );
}

export interface Choice<K extends string> {
  readonly id: K;
  readonly name: string;
}

interface SelectProps<K extends string> {
  readonly label: string;
  /** The label is read aloud but not shown. */
  readonly labelHidden?: boolean;
  readonly choices: readonly Choice<K>[];
  readonly value: K;
  readonly onChange: (value: K) => void;
  readonly help?: ReactNode;
  readonly isDisabled?: boolean;
}

export function Select<K extends string>({
  label,
  labelHidden,
  choices,
  value,
  onChange,
  help,
  ...props
}: SelectProps<K>) {
  return (
    <AriaSelect {...props} className="field" value={value} onChange={(key) => onChange(key as K)}>
      <Label {...(labelHidden === true ? { className: 'visually-hidden' } : {})}>{label}</Label>
      <Button className="input select-button">
        <SelectValue className="select-value" />
        <ChevronDown size={16} aria-hidden />
      </Button>
      {help !== undefined && (
        <Text slot="description" className="help">
          {help}
        </Text>
      )}
      <Popover className="popover">
        <ListBox items={choices.map(({ id, name }) => ({ id, name }))}>
          {(choice) => (
            <ListBoxItem className="menu-item" textValue={choice.name}>
              {choice.name}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </AriaSelect>
  );
}

interface CheckboxProps {
  readonly isSelected: boolean;
  readonly onChange: (selected: boolean) => void;
  readonly isDisabled?: boolean;
  readonly help?: ReactNode;
  readonly children: ReactNode;
}

export function Checkbox({ children, help, ...props }: CheckboxProps) {
  return (
    <AriaCheckbox {...props} className="checkbox">
      <span className="checkbox-box">
        <Check size={14} strokeWidth={3} aria-hidden />
      </span>
      <span>
        <span>{children}</span>
        {help !== undefined && (
          <span className="help" style={{ display: 'block' }}>
            {help}
          </span>
        )}
      </span>
    </AriaCheckbox>
  );
}
