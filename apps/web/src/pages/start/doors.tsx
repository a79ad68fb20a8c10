import { MapPin, Scale, Signpost, Store, Terminal, X } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { useText } from '../../text/index.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/page.tsx';

const KEY = 'hinterland.doors';

/** Ways in, by what one has. */
const DOORS = [
  { id: 'place', href: '/studio', icon: MapPin },
  { id: 'compare', href: '/studio?ask=site.rank', icon: Scale },
  { id: 'network', href: '/studio?ask=network.coverage', icon: Store },
  { id: 'programs', href: '/account/api?new=key', icon: Terminal },
] as const;

/** The ways in for those who are new, until they are closed. */
export function Doors() {
  const { say } = useText();
  const [isClosed, setClosed] = useState(() => localStorage.getItem(KEY) === 'closed');
  if (isClosed) return null;
  const close = () => {
    localStorage.setItem(KEY, 'closed');
    setClosed(true);
  };
  return (
    <Card
      title={say('doors.title')}
      action={
        <span className="row">
          <ButtonLink href="/?tour">
            <Signpost size={16} aria-hidden />
            {say('tour.title')}
          </ButtonLink>
          <Button kind="quiet" label={say('doors.close')} icon={<X size={18} aria-hidden />} onPress={close} />
        </span>
      }
    >
      <ul className="doors">
        {DOORS.map(({ id, href, icon: Icon }) => (
          <li key={id}>
            <Icon size={20} aria-hidden />
            <Link href={href} className="strong">
              {say(`doors.${id}`)}
            </Link>
            <p className="soft small">{say(`doors.${id}Text`)}</p>
          </li>
        ))}
      </ul>
    </Card>
  );
}
