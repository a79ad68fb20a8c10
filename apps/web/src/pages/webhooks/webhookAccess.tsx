import { useChange, useResource } from '../../api/queries.ts';
import type { Place } from '../../api/types.ts';
import { useText } from '../../text/index.ts';
import { Checkbox } from '../../ui/fields.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { Card } from '../../ui/page.tsx';
import { Loaded } from '../../ui/states.tsx';

/** The owner's switch that opens webhooks to all members. */
export function WebhookAccess({ place: { organization } }: { place: Place }) {
  const { say } = useText();
  const path = `/organizations/${organization.id}/webhook-access` as const;
  const access = useResource(path);
  const change = useChange({
    method: 'PUT',
    path,
    changes: [path],
    body: (openToMembers: boolean) => ({ openToMembers }),
  });
  return (
    <Card title={say('webhooks.access')}>
      <div className="card-body stack">
        <Loaded query={access} lines={1}>
          {({ openToMembers }) => (
            <Checkbox
              isSelected={openToMembers}
              isDisabled={change.isPending}
              onChange={(open) => change.mutate(open)}
              help={say('webhooks.openHelp')}
            >
              {say('webhooks.open')}
            </Checkbox>
          )}
        </Loaded>
        <ErrorNotice error={change.error} />
      </div>
    </Card>
  );
}
