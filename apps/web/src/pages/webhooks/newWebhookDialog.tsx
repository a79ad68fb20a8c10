import { useState } from 'react';
import type { OrganizationPath } from '../../api/address.ts';
import { queryClient } from '../../api/queries.ts';
import { request } from '../../api/request.ts';
import type { EventType, WebhookList } from '../../api/types.ts';
import { useText } from '../../text/index.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox, TextField } from '../../ui/fields.tsx';
import { Form } from '../../ui/form.tsx';
import { SecretDialog } from '../../ui/secretDialog.tsx';
import { SecretOnce } from '../../ui/secretOnce.tsx';

interface NewWebhookDialogProps {
  readonly path: `${OrganizationPath}/webhooks`;
  readonly events: WebhookList['availableEvents'];
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Registers an endpoint, then shows its secret: the only time that it is shown. */
export function NewWebhookDialog({ path, events, isOpen, onClose }: NewWebhookDialogProps) {
  const { say } = useText();
  return (
    <SecretDialog
      titles={[say('webhooks.new'), say('webhooks.ready')]}
      isOpen={isOpen}
      onClose={onClose}
      form={(onMade, onCancel) => <NewWebhookForm path={path} events={events} onMade={onMade} onCancel={onCancel} />}
      secret={(secret, onStored) => <WebhookSecret secret={secret} onStored={onStored} />}
    />
  );
}

/** The secret of a webhook, which verifies signatures. */
export function WebhookSecret({ secret, onStored }: { secret: string; onStored: () => void }) {
  const { say } = useText();
  return (
    <SecretOnce
      secret={secret}
      warning={say('webhooks.secretOnce')}
      copy={say('webhooks.copySecret')}
      stored={say('keys.stored')}
      onStored={onStored}
    >
      <p className="soft small">
        {say('webhooks.secretText')} <a href="/developers/webhooks">{say('webhooks.guide')}</a>
      </p>
    </SecretOnce>
  );
}

function NewWebhookForm({
  path,
  events,
  onMade,
  onCancel,
}: {
  path: `${OrganizationPath}/webhooks`;
  events: WebhookList['availableEvents'];
  onMade: (secret: string) => void;
  onCancel: () => void;
}) {
  const { say } = useText();
  const [url, setUrl] = useState('');
  const [description, setDescription] = useState('');
  const [chosen, setChosen] = useState<ReadonlySet<EventType>>(() => new Set(events.map(({ type }) => type)));
  const choose = (type: EventType, isChosen: boolean) =>
    setChosen(new Set(isChosen ? [...chosen, type] : [...chosen].filter((one) => one !== type)));
  return (
    <Form
      submit={say('webhooks.make')}
      actions={<Button onPress={onCancel}>{say('action.cancel')}</Button>}
      onSubmit={async () => {
        const { secret } = await request(path, {
          method: 'POST',
          body: { url, events: [...chosen], description: description.trim() === '' ? null : description.trim() },
        });
        await queryClient.invalidateQueries({ queryKey: path.split('/').filter(Boolean) });
        onMade(secret);
      }}
    >
      {(errorOf) => (
        <>
          <TextField
            label={say('webhooks.url')}
            type="url"
            inputMode="url"
            autoFocus
            placeholder="https://"
            value={url}
            onChange={setUrl}
            error={errorOf('url')}
            help={say('webhooks.urlHelp')}
          />
          <fieldset className="fieldset field">
            <legend className="label">{say('webhooks.events')}</legend>
            <div className="stack-tight">
              {events.map(({ type }) => (
                <Checkbox
                  key={type}
                  isSelected={chosen.has(type)}
                  onChange={(isChosen) => choose(type, isChosen)}
                  help={<code>{type}</code>}
                >
                  {say(`event.${type}`)}
                </Checkbox>
              ))}
              {errorOf('events') !== undefined && <span className="field-error">{errorOf('events')}</span>}
            </div>
          </fieldset>
          <TextField
            label={say('webhooks.description')}
            value={description}
            onChange={setDescription}
            error={errorOf('description')}
          />
        </>
      )}
    </Form>
  );
}
