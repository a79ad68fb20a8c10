import type { OrganizationPath } from '../api/address.ts';
import '../styles/assistant.css';
import { Bot, History, SquarePen, X } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { Dialog, Modal, ModalOverlay } from 'react-aria-components';
import { useResource } from '../api/queries.ts';
import type { Place } from '../api/types.ts';
import { useText } from '../text/index.ts';
import { Button } from '../ui/button.tsx';
import { Loaded } from '../ui/states.tsx';
import { useMatch } from '../ui/useMatch.ts';
import { Conversations } from './conversations.tsx';
import { NotConfigured } from './notConfigured.tsx';
import { openConversation, toggleAssistant, useOpenAssistant } from './open.ts';
import { Talk } from './talk.tsx';
import { isGone } from './useConversation.ts';

const PHONE = '(max-width: 820px)';

/** The assistant: a column beside the page, on a phone a sheet over all of it. */
export default function Panel({ place }: { place: Place }) {
  const { say } = useText();
  const isPhone = useMatch(PHONE);
  if (!isPhone)
    return (
      <aside className="assistant" aria-label={say('assistant.title')} onKeyDown={closeOnEscape}>
        <Content key={place.organization.id} place={place} />
      </aside>
    );
  return (
    <ModalOverlay className="assistant-overlay" isOpen onOpenChange={(open) => !open && toggleAssistant()}>
      <Modal className="assistant">
        <Dialog aria-label={say('assistant.title')} className="assistant-sheet">
          <Content key={place.organization.id} place={place} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

function closeOnEscape(event: KeyboardEvent): void {
  if (event.key === 'Escape' && !event.defaultPrevented) toggleAssistant();
}

function Content({ place }: { place: Place }) {
  const { say } = useText();
  const organizationId = String(place.organization.id);
  const path: OrganizationPath = `/organizations/${place.organization.id}`;
  const [isListed, setListed] = useState(false);
  const state = useResource('/assistant');
  const id = useOpenAssistant().conversations[organizationId] ?? null;
  const choose = (chosen: string | null) => {
    openConversation(organizationId, chosen);
    setListed(false);
  };
  const isConfigured = state.data?.configured === true;
  return (
    <>
      <header className="assistant-head">
        <h2>
          <Bot size={18} className="assistant-mark" aria-hidden />
          {say(isListed ? 'assistant.conversations' : 'assistant.title')}
        </h2>
        {isConfigured && (
          <Button
            kind="quiet"
            label={say(isListed ? 'assistant.back' : 'assistant.conversations')}
            icon={isListed ? <SquarePen size={17} aria-hidden /> : <History size={17} aria-hidden />}
            onPress={() => setListed(!isListed)}
          />
        )}
        {isConfigured && !isListed && id !== null && (
          <Button
            kind="quiet"
            label={say('assistant.new')}
            icon={<SquarePen size={17} aria-hidden />}
            onPress={() => choose(null)}
          />
        )}
        <Button
          kind="quiet"
          label={say('assistant.close')}
          icon={<X size={18} aria-hidden />}
          onPress={toggleAssistant}
        />
      </header>
      {isGone(state.error) ? (
        <NotConfigured settings={[]} />
      ) : state.data === undefined ? (
        <Loaded query={state}>{() => null}</Loaded>
      ) : !state.data.configured ? (
        <NotConfigured settings={place.role === 'owner' ? (state.data.settings ?? []) : []} />
      ) : isListed ? (
        <Conversations path={path} open={id} onOpen={choose} />
      ) : (
        <Talk state={state.data} path={path} id={id} onOpen={choose} />
      )}
    </>
  );
}
