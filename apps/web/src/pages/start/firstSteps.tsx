import { Circle, CircleCheck, Signpost, X } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { useResource } from '../../api/queries.ts';
import type { ApiKey, List, Member, Session } from '../../api/types.ts';
import { useText } from '../../text/index.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/page.tsx';

const KEY = 'hinterland.firstSteps';

/** The way through the app for those who are new, until it is done or closed. */
export function FirstSteps({ path, session }: { path: string; session: Session }) {
  const { say } = useText();
  const [isClosed, setClosed] = useState(() => localStorage.getItem(KEY) === 'closed');
  const keys = useResource<List<ApiKey>>(`${path}/keys`);
  const members = useResource<List<Member>>(`${path}/members`);
  if (isClosed || keys.data === undefined || members.data === undefined) return null;
  const mayInvite = session.activeOrganization?.role !== 'member';
  const steps = [
    { id: 'key', href: '/account/api?new=key', isDone: keys.data.data.length > 0 },
    { id: 'call', href: '/account/api', isDone: keys.data.data.some(({ lastUsedAt }) => lastUsedAt !== null) },
    ...(mayInvite ? [{ id: 'invite', href: '/account/members', isDone: members.data.data.length > 1 } as const] : []),
  ] as const;
  if (steps.every(({ isDone }) => isDone)) return null;
  const close = () => {
    localStorage.setItem(KEY, 'closed');
    setClosed(true);
  };
  return (
    <Card
      title={say('steps.title')}
      action={
        <span className="row">
          <ButtonLink href="/?tour">
            <Signpost size={16} aria-hidden />
            {say('tour.title')}
          </ButtonLink>
          <Button kind="quiet" label={say('steps.close')} icon={<X size={18} aria-hidden />} onPress={close} />
        </span>
      }
    >
      <ol className="steps">
        {steps.map(({ id, href, isDone }) => (
          <li key={id} data-done={isDone}>
            {isDone ? <CircleCheck size={20} aria-hidden /> : <Circle size={20} aria-hidden />}
            <div>
              <Link href={href} className="strong">
                {say(`steps.${id}`)}
              </Link>
              {isDone && <span className="visually-hidden"> ({say('steps.done')})</span>}
              <p className="soft small">{say(`steps.${id}Text`)}</p>
            </div>
          </li>
        ))}
      </ol>
    </Card>
  );
}
