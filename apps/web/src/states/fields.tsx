import { useState } from 'react';
import { Problem } from '../api/request.ts';
import { NewPasswordField, OwnEmailField, PasswordField } from '../ui/accountFields.tsx';
import { Checkbox, Select, TextField } from '../ui/fields.tsx';
import { Form } from '../ui/form.tsx';
import { NameField } from '../ui/nameField.tsx';
import { NumberField } from '../ui/numberField.tsx';
import { Segments } from '../ui/segments.tsx';
import { State, States } from './state.tsx';

const MODES = [
  { id: 'car', name: 'By car' },
  { id: 'walk', name: 'On foot' },
  { id: 'transit', name: 'By public transport, with a name that is too long for its field' },
] as const;
type Mode = (typeof MODES)[number]['id'];
const ERROR = 'Give a whole number from 1 to 60.';
const nothing = () => {};

export function Fields() {
  const [mode, setMode] = useState<Mode>('car');
  const [isOn, setOn] = useState(true);
  const [text, setText] = useState('Port Halcyon');
  const [minutes, setMinutes] = useState<number | null>(15);
  const [email, setEmail] = useState('ada@example.com');
  return (
    <States title="Fields">
      <State name="TextField: filled, empty">
        <TextField label="Name" help="Shown in lists and reports." value={text} onChange={setText} />
        <TextField label="Name" placeholder="Such as Bakeries" value="" onChange={nothing} />
      </State>
      <State name="TextField: at fault, disabled, read only">
        <TextField label="Name" error="Another list has this name." value={text} onChange={setText} />
        <TextField label="Name" isDisabled value="Port Halcyon" />
        <TextField label="Name" isReadOnly value="Port Halcyon" />
      </State>
      <State name="NumberField: filled, empty, at fault">
        <NumberField label="Minutes" help="1 to 60" value={minutes} onChange={setMinutes} minValue={1} maxValue={60} />
        <NumberField label="Monthly limit" placeholder="No limit" value={null} onChange={nothing} />
        <NumberField label="Minutes" value={61} onChange={nothing} error={ERROR} />
      </State>
      <State name="Select: chosen, long, disabled">
        <Select label="Travel" choices={MODES} value={mode} onChange={setMode} help="How people come." />
        <Select label="Travel" choices={MODES} value="transit" onChange={nothing} />
        <Select label="Travel" choices={MODES} value="walk" onChange={nothing} isDisabled />
      </State>
      <State name="Segments">
        <Segments label="Travel" choices={MODES.slice(0, 2)} value={mode} onChange={setMode} />
      </State>
      <State name="Checkbox: on, off, disabled">
        <Checkbox isSelected={isOn} onChange={setOn} help="Whoever has the link sees the answer.">
          Anyone with the link
        </Checkbox>
        <Checkbox isSelected={!isOn} onChange={(on) => setOn(!on)}>
          Send a mail
        </Checkbox>
        <Checkbox isSelected isDisabled onChange={nothing}>
          Include the map
        </Checkbox>
      </State>
      <State name="NameField">
        <NameField label="New name" name="Bakeries near Port Halcyon" onEnd={async () => {}} />
      </State>
      <State name="Fields of an account">
        <OwnEmailField value={email} onChange={setEmail} />
        <PasswordField value="a password of an example" onChange={nothing} />
        <NewPasswordField value="short" onChange={nothing} error="Too short." />
      </State>
      <State name="Form: press Save, it fails at the field">
        <FailingForm />
      </State>
    </States>
  );
}

function FailingForm() {
  const [value, setValue] = useState<number | null>(61);
  return (
    <Form
      submit="Save"
      onSubmit={async () => {
        throw new Problem(422, {
          error: 'validation_error',
          detail: ERROR,
          errors: [{ pointer: '#/minutes', detail: ERROR }],
        });
      }}
    >
      {(errorOf) => <NumberField label="Minutes" value={value} onChange={setValue} error={errorOf('minutes')} />}
    </Form>
  );
}
