import { Check, Minus } from 'lucide-react';
import { useState } from 'react';
import type { AnalysisPath, OrganizationPath } from '../../api/address.ts';
import { queryClient, resource, useResource } from '../../api/queries.ts';
import { request } from '../../api/request.ts';
import type { AnalysisItem, Place, Shares } from '../../api/types.ts';
import { useText } from '../../text/index.ts';
import { Button } from '../../ui/button.tsx';
import { Code } from '../../ui/copy.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Checkbox, Select } from '../../ui/fields.tsx';
import { Form } from '../../ui/form.tsx';
import { useFormat } from '../../ui/format.ts';
import { Loaded } from '../../ui/states.tsx';
import { EntriesField, useEntries } from './entries.tsx';
import { LinkNow } from './linkNow.tsx';

interface ShareDialogProps {
  /** Path of the organization's analyses. */
  readonly path: `${OrganizationPath}/analyses`;
  readonly analysis: Pick<AnalysisItem, 'code' | 'name'>;
  readonly place: Place | null;
  readonly onClose: () => void;
}

/** Who may read an analysis: people, the team, the organization, anyone with the link, readers of sites that embed it. */
export default function ShareDialog({ path, analysis, place, onClose }: ShareDialogProps) {
  const { say } = useText();
  const own = `${path}/${analysis.code}` as const;
  const shares = useResource(`${own}/shares`);
  const embedding = useResource(`${own}/embedding`);
  return (
    <Dialog title={say('share.title', { name: analysis.name })} isOpen onClose={onClose}>
      <Loaded query={shares}>
        {(present) => (
          <Loaded query={embedding}>
            {({ sites }) => (
              <Permissions
                present={present}
                sites={sites}
                path={own}
                name={analysis.name}
                place={place}
                onClose={onClose}
              />
            )}
          </Loaded>
        )}
      </Loaded>
    </Dialog>
  );
}

const TERMS = ['7', '30', 'none'] as const;
type Term = (typeof TERMS)[number];
const DAYS = { 7: 7, 30: 30, none: null } as const satisfies Record<Term, number | null>;

interface PermissionsProps extends Pick<ShareDialogProps, 'place' | 'onClose'> {
  readonly present: Shares;
  /** Sites that may embed the analysis. */
  readonly sites: readonly string[];
  readonly path: AnalysisPath;
  readonly name: string;
}

function Permissions({ present, sites: named, path, name, place, onClose }: PermissionsProps) {
  const { say } = useText();
  const { day } = useFormat();
  const people = useEntries(present.people);
  const sites = useEntries(named);
  const [team, setTeam] = useState(present.team);
  const [organization, setOrganization] = useState(present.organization);
  const [anyone, setAnyone] = useState(present.anyone);
  const [term, setTerm] = useState<Term>(present.anyoneExpiresDays === null ? 'none' : `${present.anyoneExpiresDays}`);
  const [isTermNew, setTermNew] = useState(false);
  const send = async () => {
    const embedding = { sites: sites.all() };
    const body = { people: people.all(), team, organization, anyone, anyoneExpiresDays: DAYS[term] };
    // Sites first: a name that is refused leaves everything as it was.
    if (embedding.sites.join() !== named.join()) {
      const stored = await request(`${path}/embedding`, { method: 'PUT', body: embedding });
      queryClient.setQueryData(resource(`${path}/embedding`).queryKey, stored);
    }
    const stored = await request(`${path}/shares`, { method: 'PUT', body });
    queryClient.setQueryData(resource(`${path}/shares`).queryKey, stored);
    onClose();
  };
  return (
    <>
      <LinkNow path={path} present={present} onShared={() => setAnyone(true)} />
      <Form
        kind="plain"
        submit={say('action.save')}
        actions={<Button onPress={onClose}>{say('action.cancel')}</Button>}
        onSubmit={send}
      >
        {(errorOf) => {
          const errorIn = (list: string, entries: readonly string[]) =>
            [list, ...entries.map((_, index) => `${list}/${index}`)].map(errorOf).find(Boolean);
          return (
            <>
              <WhatTheySee />
              <EntriesField
                {...people.field}
                label={say('share.address')}
                help={say('share.addressHelp')}
                list={say('share.people')}
                type="email"
                error={errorIn('people', people.field.entries)}
              />
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
                  <Code label={say('share.copyLink')}>{present.url}</Code>
                  <EntriesField
                    {...sites.field}
                    label={say('share.site')}
                    help={say('share.siteHelp')}
                    list={say('share.sites')}
                    type="url"
                    error={errorIn('sites', sites.field.entries)}
                  />
                  {sites.field.entries.length > 0 && (
                    <Code label={say('share.copyFrame')}>{frameOf(present.url, name)}</Code>
                  )}
                </>
              )}
            </>
          );
        }}
      </Form>
    </>
  );
}

const SEEN = ['question', 'typed', 'results', 'author', 'versions'] as const;
const UNSEEN = ['own', 'not'] as const;

/** What people with a share see, and what they do not. */
function WhatTheySee() {
  const { say } = useText();
  return (
    <div className="stack-tight">
      <p className="strong">{say('share.see')}</p>
      <ul className="stack-tight soft small">
        {SEEN.map((id) => (
          <li key={id} className="signed">
            <Check size={14} aria-hidden />
            {say(`share.see.${id}`)}
          </li>
        ))}
        {UNSEEN.map((id) => (
          <li key={id} className="signed">
            <Minus size={14} aria-hidden />
            {say(`share.see.${id}`)}
          </li>
        ))}
      </ul>
    </div>
  );
}

const ESCAPED: Readonly<Record<string, string>> = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' };

/** The markup that shows an analysis in a page of another site. */
const frameOf = (url: string, name: string): string =>
  `<iframe src="${url}/embed" title="${name.replace(/[&"<>]/g, (sign) => ESCAPED[sign] ?? sign)}" width="100%" height="640" style="border:0" loading="lazy"></iframe>`;
