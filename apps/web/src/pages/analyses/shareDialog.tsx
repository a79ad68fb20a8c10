import { X } from 'lucide-react';
import { useState } from 'react';
import { queryClient, resource, useResource } from '../../api/queries.ts';
import { request } from '../../api/request.ts';
import type { AnalysisItem, Place, Shares } from '../../api/types.ts';
import { useText } from '../../text/index.ts';
import { Button } from '../../ui/button.tsx';
import { Code } from '../../ui/copy.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Checkbox, Select, TextField } from '../../ui/fields.tsx';
import { Form } from '../../ui/form.tsx';
import { useFormat } from '../../ui/format.ts';
import { Loaded } from '../../ui/states.tsx';

interface ShareDialogProps {
  /** Path of the organization's analyses. */
  readonly path: string;
  readonly analysis: Pick<AnalysisItem, 'code' | 'name'>;
  readonly place: Place | null;
  readonly onClose: () => void;
}

/** Who may read an analysis: people, the team, the organization, anyone with the link. */
export default function ShareDialog({ path, analysis: { code, name }, place, onClose }: ShareDialogProps) {
  const { say } = useText();
  const shares = useResource<Shares>(`${path}/${code}/shares`);
  return (
    <Dialog title={say('share.title', { name })} isOpen onClose={onClose}>
      <Loaded query={shares}>
        {(present) => <Permissions present={present} path={`${path}/${code}/shares`} place={place} onClose={onClose} />}
      </Loaded>
    </Dialog>
  );
}

const TERMS = ['7', '30', 'none'] as const;
type Term = (typeof TERMS)[number];

interface PermissionsProps extends Pick<ShareDialogProps, 'place' | 'onClose'> {
  readonly present: Shares;
  readonly path: string;
}

function Permissions({ present, path, place, onClose }: PermissionsProps) {
  const { say } = useText();
  const { day } = useFormat();
  const [people, setPeople] = useState(present.people);
  const [address, setAddress] = useState('');
  const [team, setTeam] = useState(present.team);
  const [organization, setOrganization] = useState(present.organization);
  const [anyone, setAnyone] = useState(present.anyone);
  const [term, setTerm] = useState<Term>(present.anyoneExpiresDays === null ? 'none' : `${present.anyoneExpiresDays}`);
  const [isTermNew, setTermNew] = useState(false);
  const added = (): string[] => {
    const typed = address.trim().toLowerCase();
    return typed === '' || people.includes(typed) ? [...people] : [...people, typed];
  };
  const add = () => {
    setPeople(added());
    setAddress('');
  };
  return (
    <Form
      submit={say('action.save')}
      actions={<Button onPress={onClose}>{say('action.cancel')}</Button>}
      onSubmit={async () => {
        const wanted = added();
        setPeople(wanted);
        setAddress('');
        const anyoneExpiresDays = term === 'none' ? null : Number(term);
        const body = { people: wanted, team, organization, anyone, anyoneExpiresDays };
        const stored = await request<Shares>(path, { method: 'PUT', body });
        onClose();
        queryClient.setQueryData(resource<Shares>(path).queryKey, stored);
      }}
    >
      {(errorOf) => (
        <>
          <p className="soft">{say('share.see')}</p>
          <div className="field-with-button">
            <TextField
              label={say('share.address')}
              type="email"
              help={say('share.addressHelp')}
              value={address}
              onChange={setAddress}
              error={['people', ...people.map((_, index) => `people/${index}`)].map(errorOf).find(Boolean)}
            />
            <Button onPress={add} isDisabled={address.trim() === ''}>
              {say('share.add')}
            </Button>
          </div>
          {people.length > 0 && (
            <ul className="stack-tight" aria-label={say('share.people')}>
              {people.map((person) => (
                <li key={person} className="row-between">
                  <bdi>{person}</bdi>
                  <Button
                    kind="quiet"
                    label={say('share.remove', { name: person })}
                    icon={<X size={16} aria-hidden />}
                    onPress={() => setPeople(people.filter((one) => one !== person))}
                  />
                </li>
              ))}
            </ul>
          )}
          {(place?.team != null || team) && (
            <Checkbox isSelected={team} onChange={setTeam}>
              {say('share.team', { name: place?.team?.name ?? '' })}
            </Checkbox>
          )}
          <Checkbox isSelected={organization} onChange={setOrganization}>
            {say('share.organization', { name: place?.organization.name ?? '' })}
          </Checkbox>
          <Checkbox isSelected={anyone} onChange={setAnyone} help={say('share.anyoneHelp')}>
            {say('share.anyone')}
          </Checkbox>
          {anyone && (
            <>
              <Select
                label={say('share.term')}
                choices={TERMS.map((id) => ({ id, name: say(`share.term.${id}`) }))}
                value={term}
                onChange={(next) => {
                  setTerm(next);
                  setTermNew(true);
                }}
                {...(present.anyone && present.anyoneExpiresAt !== null && !isTermNew
                  ? { help: say('share.until', { day: day(present.anyoneExpiresAt) }) }
                  : {})}
              />
              <Code>{present.url}</Code>
            </>
          )}
        </>
      )}
    </Form>
  );
}
