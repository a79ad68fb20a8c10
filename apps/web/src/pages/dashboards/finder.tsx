import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Link } from 'wouter';
import type { OrganizationPath } from '../../api/address.ts';
import { useText } from '../../text/index.ts';
import { useAfterPause } from '../../ui/useAfterPause.ts';
import { dashboardOf, listAreas } from './useAreas.ts';

const PAUSE_MILLISECONDS = 180;
const FOUND_MAX = 8;

/** Finds areas by their name or code as it is typed; each is a link to its dashboard. */
export function Finder({ path, territory }: { path: OrganizationPath; territory: string }) {
  const { say } = useText();
  const id = useId();
  const [text, setText] = useState('');
  const query = useAfterPause(text.trim(), PAUSE_MILLISECONDS);
  const { data = [] } = useQuery({
    queryKey: ['areas found', path, territory, query],
    enabled: query !== '',
    queryFn: () => listAreas(path, territory, { query, limit: FOUND_MAX }),
    placeholderData: (before) => before,
  });
  return (
    <search className="field">
      <label className="label" htmlFor={id}>
        {say('dashboard.find')}
      </label>
      <input id={id} type="search" className="input" value={text} onChange={({ target }) => setText(target.value)} />
      {text.trim() !== '' && (
        <ul className="list" aria-live="polite">
          {data.map(({ code, kind, name, localType }) => (
            <li key={`${kind} ${code}`}>
              <Link href={dashboardOf(code, territory)} onClick={() => setText('')}>
                <bdi>{name}</bdi>
              </Link>{' '}
              <span className="soft small">
                <bdi>{localType || code}</bdi>
              </span>
            </li>
          ))}
          {query === text.trim() && data.length === 0 && <li className="soft">{say('palette.nothing')}</li>}
        </ul>
      )}
    </search>
  );
}
