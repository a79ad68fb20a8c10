import { lazy, Suspense, useState } from 'react';
import { useLocation } from 'wouter';
import { queryClient, useChange } from '../../api/queries.ts';
import { request } from '../../api/request.ts';
import type { Place, Session } from '../../api/types.ts';
import { useText, withTexts } from '../../text/index.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Form } from '../../ui/form.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import NewOrganization from './newOrganization.tsx';

const Brand = lazy(() => withTexts(import('./brand.tsx'), 'analyses'));

/** Name of the organization, the user's organizations, and how to end one. */
export default function OrganizationPage({ session }: { session: Session }) {
  const { say } = useText();
  const place = session.activeOrganization;
  if (place === null) return null;
  return (
    <Page title={say('organization.title')} lead={say('organization.lead')}>
      {place.role === 'owner' && <Rename place={place} />}
      {place.role === 'owner' && (
        <Suspense fallback={null}>
          <Brand place={place} />
        </Suspense>
      )}
      <Organizations session={session} />
      <NewOrganization isFirst={false} />
      {place.role === 'owner' && <Deletion place={place} />}
    </Page>
  );
}

function Rename({ place: { organization } }: { place: Place }) {
  const { say } = useText();
  const [name, setName] = useState(organization.name);
  return (
    <Card title={say('organization.name')}>
      <div className="card-body">
        <Form
          submit={say('action.save')}
          onSubmit={async () => {
            await request(`/organizations/${organization.id}`, { method: 'PUT', body: { name } });
            await queryClient.invalidateQueries();
          }}
        >
          {(errorOf) => (
            <TextField label={say('organization.name')} value={name} onChange={setName} error={errorOf('name')} />
          )}
        </Form>
      </div>
    </Card>
  );
}

function Organizations({ session }: { session: Session }) {
  const { say } = useText();
  const choose = useChange({
    method: 'PUT',
    path: '/session/organization',
    changes: [''],
    body: (organizationId: number) => ({ organizationId }),
  });
  const columns: Column<Place>[] = [
    {
      id: 'name',
      title: say('organization.name'),
      cell: ({ organization }) => (
        <strong>
          <bdi>{organization.name}</bdi>
        </strong>
      ),
    },
    { id: 'role', title: say('members.role'), cell: ({ role }) => say(`role.${role}`) },
    {
      id: 'state',
      title: say('table.actions'),
      cell: ({ organization }) =>
        organization.id === session.activeOrganization?.organization.id ? (
          <span className="badge" data-kind="good">
            {say('organization.active')}
          </span>
        ) : (
          <Button kind="quiet" onPress={() => choose.mutate(organization.id)}>
            {say('organization.switchTo')}
          </Button>
        ),
    },
  ];
  return (
    <Card title={say('organization.yours')}>
      <Table
        caption={say('organization.yours')}
        columns={columns}
        rows={session.organizations}
        keyOf={({ organization }) => organization.id}
      />
    </Card>
  );
}

function Deletion({ place: { organization } }: { place: Place }) {
  const { say } = useText();
  const [, go] = useLocation();
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const end = useChange({
    method: 'POST',
    path: `/organizations/${organization.id}/delete`,
    changes: [''],
    body: () => ({ name: typed }),
  });
  return (
    <Card title={say('organization.delete')}>
      <div className="card-body row-between">
        <p className="soft">{say('organization.deleteText')}</p>
        <Button kind="danger" onPress={() => setOpen(true)}>
          {say('organization.delete')}
        </Button>
      </div>
      {isOpen && (
        <Confirm
          title={say('organization.deleteTitle', { name: organization.name })}
          deed={say('organization.delete')}
          isPending={end.isPending}
          isDisabled={typed.trim() !== organization.name}
          error={end.error}
          onConfirm={() => end.mutate(undefined, { onSuccess: () => go('/') })}
          onClose={() => setOpen(false)}
        >
          <p>{say('organization.deleteText')}</p>
          <TextField
            label={say('organization.deleteType', { name: organization.name })}
            autoFocus
            value={typed}
            onChange={setTyped}
          />
        </Confirm>
      )}
    </Card>
  );
}
