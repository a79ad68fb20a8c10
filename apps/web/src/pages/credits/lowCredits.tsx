import { useState } from 'react';
import type { OrganizationPath } from '../../api/address.ts';
import { queryClient, useResource } from '../../api/queries.ts';
import { request } from '../../api/request.ts';
import { useText } from '../../text/index.ts';
import { Form } from '../../ui/form.tsx';
import { useFormat } from '../../ui/format.ts';
import { NumberField } from '../../ui/numberField.tsx';
import { Card } from '../../ui/page.tsx';
import { Loaded } from '../../ui/states.tsx';

/** The credits below which the organization gets a mail. Members with billing rights set it. */
export function LowCredits({ path, maySet }: { path: OrganizationPath; maySet: boolean }) {
  const { say } = useText();
  const { number } = useFormat();
  const mark = useResource(`${path}/low-credits`);
  return (
    <Card title={say('buying.low')}>
      <div className="card-body">
        <Loaded query={mark} lines={1}>
          {({ credits }) =>
            maySet ? (
              <div className="short-form">
                <MarkForm path={path} credits={credits} />
              </div>
            ) : (
              <p>{credits === null ? say('buying.lowNone') : say('buying.lowSet', { credits: number(credits) })}</p>
            )
          }
        </Loaded>
      </div>
    </Card>
  );
}

function MarkForm({ path, credits }: { path: OrganizationPath; credits: number | null }) {
  const { say } = useText();
  const [mark, setMark] = useState(credits);
  return (
    <Form
      submit={say('action.save')}
      onSubmit={async () => {
        await request(`${path}/low-credits`, { method: 'PUT', body: { credits: mark } });
        await queryClient.invalidateQueries({ queryKey: [...path.split('/').filter(Boolean), 'low-credits'] });
      }}
    >
      {(errorOf) => (
        <NumberField
          label={say('ledger.credits')}
          help={say('buying.lowHelp')}
          minValue={1}
          value={mark}
          onChange={setMark}
          error={errorOf('credits')}
        />
      )}
    </Form>
  );
}
