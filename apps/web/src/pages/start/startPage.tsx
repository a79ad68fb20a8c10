import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { queryClient } from '../../api/queries.ts';
import { request } from '../../api/request.ts';
import type { Session } from '../../api/types.ts';
import { type Place, PlaceSearch } from '../../fields/placeSearch.tsx';
import { useText } from '../../text/index.ts';
import { Tour } from '../../tour/tour.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Form } from '../../ui/form.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { Examples } from './examples.tsx';
import { FirstSteps } from './firstSteps.tsx';
import { PlaceAnswer } from './placeAnswer.tsx';
import { Recent } from './recent.tsx';

/** The first page: makes an organization where the user has none, else asks for a place and shows what can be asked. */
export default function StartPage({ session }: { session: Session }) {
  const { say } = useText();
  return (
    <Page title={say('start.welcome', { name: session.user.name })} lead={say('start.lead')}>
      {session.activeOrganization === null ? (
        <NewOrganization />
      ) : (
        <Beginning session={session} path={`/organizations/${session.activeOrganization.organization.id}`} />
      )}
    </Page>
  );
}

/** The place asked about stands in the address, and whether the tour goes on. */
function Beginning({ session, path }: { session: Session; path: string }) {
  const [search, setSearch] = useSearchParams();
  const place = placeOf(search);
  return (
    <>
      <PlaceSearch
        path={path}
        onChoose={({ name, lat, lng }) => setSearch({ place: name, lat: String(lat), lng: String(lng) })}
      />
      {place !== null && <PlaceAnswer path={path} place={place} />}
      {search.has('tour') && <Tour onEnd={() => setSearch({}, { replace: true })} />}
      <FirstSteps path={path} session={session} />
      <Examples />
      <Recent path={path} session={session} />
    </>
  );
}

function placeOf(search: URLSearchParams): Place | null {
  const [name, lat, lng] = [search.get('place'), search.get('lat'), search.get('lng')];
  return name === null || lat === null || lng === null ? null : { name, lat: Number(lat), lng: Number(lng) };
}

function NewOrganization() {
  const { say } = useText();
  const [name, setName] = useState('');
  return (
    <Card title={say('organization.new')}>
      <div className="card-body">
        <Form
          submit={say('organization.make')}
          onSubmit={async () => {
            await request('/organizations', { method: 'POST', body: { name } });
            await queryClient.invalidateQueries();
          }}
        >
          {(errorOf) => (
            <TextField
              label={say('organization.name')}
              help={say('organization.nameHelp')}
              autoComplete="organization"
              value={name}
              onChange={setName}
              error={errorOf('name')}
            />
          )}
        </Form>
      </div>
    </Card>
  );
}
