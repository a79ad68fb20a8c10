import '../../styles/studio.css';
import '../../styles/studioAnswer.css';
import '../../styles/studioPictures.css';
import '../../styles/studioSearch.css';
import '../../styles/studioSteps.css';
import '../../styles/studioTwin.css';
import type { ReactNode } from 'react';
import { useResource } from '../../api/queries.ts';
import type { Session } from '../../api/types.ts';
import { useText } from '../../text/index.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Empty, Loaded } from '../../ui/states.tsx';
import { useTitle } from '../../ui/useTitle.ts';
import { Opened } from './opened.tsx';
import { useMaps } from './useMaps.ts';

/** Questions on a map: where, what, price and run, answer. `code` is that of the analysis to open. */
export default function StudioPage({ session, code }: { session: Session; code: string | null }) {
  const { say } = useText();
  useTitle(say('studio.title'));
  const organization = session.activeOrganization?.organization;
  const actions = useResource('/actions');
  const maps = useMaps();
  if (organization === undefined)
    return (
      <Waiting title={say('studio.title')}>
        <Empty title={say('studio.noOrganization')} action={<ButtonLink href="/">{say('start.title')}</ButtonLink>}>
          {say('studio.noOrganizationText')}
        </Empty>
      </Waiting>
    );
  if (actions.data === undefined || maps.data === undefined)
    return (
      <Waiting title={say('studio.title')}>
        <Loaded query={actions}>{() => <Loaded query={maps}>{() => null}</Loaded>}</Loaded>
      </Waiting>
    );
  if (maps.data.length === 0)
    return (
      <Waiting title={say('studio.title')}>
        <Empty title={say('data.none')}>{say('data.noneText')}</Empty>
      </Waiting>
    );
  return (
    <Opened
      key={organization.id}
      path={`/organizations/${organization.id}`}
      session={session}
      code={code}
      descriptors={actions.data.data}
      maps={maps.data}
    />
  );
}

function Waiting({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className="studio-waiting" id="main">
      <h1 className="visually-hidden">{title}</h1>
      <div className="card">{children}</div>
    </main>
  );
}
