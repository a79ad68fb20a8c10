import { Send } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import type { OrganizationPath } from '../../api/address.ts';
import { useChange } from '../../api/queries.ts';
import type { Webhook } from '../../api/types.ts';
import { useText } from '../../text/index.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { RowMenu } from '../../ui/rowMenu.tsx';
import { WebhookSecret } from './newWebhookDialog.tsx';

/** What can be done with a webhook: try it, enable it, renew its secret, delete it. */
export function WebhookDeeds({ path, webhook }: { path: `${OrganizationPath}/webhooks`; webhook: Webhook }) {
  const { say } = useText();
  const [, go] = useLocation();
  const [open, setOpen] = useState<'rotate' | 'delete' | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const one = `${path}/${webhook.id}` as const;
  const ping = useChange({ method: 'POST', path: `${one}/ping`, changes: [path] });
  const enable = useChange({ method: 'POST', path: `${one}/enable`, changes: [path] });
  const rotate = useChange({ method: 'POST', path: `${one}/rotate-secret`, changes: [path] });
  const remove = useChange({ method: 'DELETE', path: one, changes: [path] });
  const close = () => setOpen(null);
  return (
    <div className="row">
      {webhook.status === 'disabled' || webhook.hears === 'nothing' ? (
        <Button kind="primary" isPending={enable.isPending} onPress={() => enable.mutate()}>
          {say('webhooks.enable')}
        </Button>
      ) : (
        <Button
          icon={<Send size={16} aria-hidden />}
          isDisabled={!webhook.events.includes('ping')}
          isPending={ping.isPending}
          onPress={() => ping.mutate()}
        >
          {say('webhooks.ping')}
        </Button>
      )}
      <RowMenu
        label={say('table.actionsOf', { name: webhook.url })}
        actions={[
          { id: 'rotate', name: say('webhooks.rotate'), perform: () => setOpen('rotate') },
          { id: 'delete', name: say('webhooks.delete'), perform: () => setOpen('delete') },
        ]}
      />
      <span className="visually-hidden" role="status">
        {ping.data === undefined ? '' : say(`delivery.${ping.data.status}`)}
      </span>
      <ErrorNotice error={ping.error ?? enable.error} />
      {open === 'rotate' && (
        <Confirm
          title={say('webhooks.rotateTitle')}
          deed={say('webhooks.rotate')}
          isPending={rotate.isPending}
          error={rotate.error}
          onConfirm={() =>
            rotate.mutate(undefined, {
              onSuccess: (answer) => {
                close();
                setSecret(answer.secret);
              },
            })
          }
          onClose={close}
        >
          <p>{say('webhooks.rotateText')}</p>
        </Confirm>
      )}
      {open === 'delete' && (
        <Confirm
          title={say('webhooks.deleteTitle')}
          deed={say('webhooks.delete')}
          isPending={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate(undefined, { onSuccess: () => go('/account/webhooks') })}
          onClose={close}
        >
          <p>{say('webhooks.deleteText')}</p>
        </Confirm>
      )}
      {secret !== null && (
        <Dialog title={say('webhooks.ready')} isOpen stays onClose={() => setSecret(null)}>
          <WebhookSecret secret={secret} onStored={() => setSecret(null)} />
        </Dialog>
      )}
    </div>
  );
}
