import { useState } from 'react';
import type { OrganizationPath } from '../../api/address.ts';
import { queryClient, useResource } from '../../api/queries.ts';
import { request } from '../../api/request.ts';
import type { Place } from '../../api/types.ts';
import { useText } from '../../text/index.ts';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { Card } from '../../ui/page.tsx';
import { Loaded } from '../../ui/states.tsx';

interface BrandValue {
  readonly color: string | null;
  readonly logo: string | null;
}

/** Color of reports where the organization has chosen none. */
const DEFAULT = '#0b6b5d';

/** How the organization's reports look: a color and a logo. */
export default function Brand({ place: { organization } }: { place: Place }) {
  const { say } = useText();
  const path = `/organizations/${organization.id}/brand` as const;
  const brand = useResource(path);
  return (
    <Card title={say('brand.title')}>
      <div className="card-body stack">
        <p className="soft">{say('brand.text')}</p>
        <Loaded query={brand} lines={3}>
          {(value) => <BrandForm key={JSON.stringify(value)} path={path} value={value} />}
        </Loaded>
      </div>
    </Card>
  );
}

function BrandForm({ path, value }: { path: `${OrganizationPath}/brand`; value: BrandValue }) {
  const { say } = useText();
  const [color, setColor] = useState(value.color ?? DEFAULT);
  const [logo, setLogo] = useState(value.logo);
  return (
    <Form
      submit={say('action.save')}
      onSubmit={async () => {
        await request(path, { method: 'PUT', body: { color: color === DEFAULT ? null : color, logo } });
        await queryClient.invalidateQueries();
      }}
    >
      {(errorOf) => (
        <>
          <label className="field">
            <span className="label">{say('brand.color')}</span>
            <input type="color" value={color} onChange={(event) => setColor(event.target.value)} />
          </label>
          <label className="field">
            <span className="label">{say('brand.logo')}</span>
            <input
              type="file"
              accept="image/png,image/jpeg"
              onChange={(event) => {
                const file = event.target.files?.[0];
                if (file !== undefined) void addressOf(file).then(setLogo);
              }}
            />
          </label>
          {errorOf('logo') !== undefined && (
            <p role="alert" className="field-error" data-error="validation_error">
              {errorOf('logo')}
            </p>
          )}
          {logo !== null && (
            <p className="row-between">
              <img className="brand-logo" src={logo} alt={say('brand.present')} />
              <Button kind="quiet" onPress={() => setLogo(null)}>
                {say('brand.remove')}
              </Button>
            </p>
          )}
        </>
      )}
    </Form>
  );
}

/** The file as a data: address. */
const addressOf = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(String(reader.result)));
    reader.addEventListener('error', () => reject(reader.error ?? new Error('the file could not be read')));
    reader.readAsDataURL(file);
  });
