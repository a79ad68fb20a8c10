import { Plus } from 'lucide-react';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Code, CopyButton } from '../ui/copy.tsx';
import { RowMenu } from '../ui/rowMenu.tsx';
import { State, States } from './state.tsx';

const KINDS = ['primary', 'plain', 'quiet', 'danger'] as const;
const nothing = () => {};

export const Buttons = () => (
  <States title="Buttons">
    {KINDS.map((kind) => (
      <State key={kind} name={`Button, ${kind}: ready, in progress, disabled`}>
        <div className="row">
          <Button kind={kind}>Save</Button>
          <Button kind={kind} isPending>
            Save
          </Button>
          <Button kind={kind} isDisabled>
            Save
          </Button>
        </div>
      </State>
    ))}
    <State name="Button with an icon, and an icon alone">
      <div className="row">
        <Button icon={<Plus size={16} aria-hidden />}>Add a place</Button>
        <Button kind="quiet" label="Add a place" icon={<Plus size={16} aria-hidden />} />
      </div>
    </State>
    <State name="ButtonLink">
      <ButtonLink href="/states" kind="primary">
        Open the studio
      </ButtonLink>
    </State>
    <State name="CopyButton, Code">
      <CopyButton text="hk_live_example" label="Copy the key" />
      <Code label="Copy the command">npx hinterland territory get "Graz, Austria" --dry-run</Code>
    </State>
    <State name="RowMenu">
      <RowMenu
        label="More on Bakery 1"
        actions={[
          { id: 'rename', name: 'Rename', perform: nothing },
          { id: 'delete', name: 'Delete', perform: nothing },
        ]}
      />
    </State>
  </States>
);
