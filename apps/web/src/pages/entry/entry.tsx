import type { ReactNode } from 'react';
import { Mark } from '../../shell/mark.tsx';
import { useTitle } from '../../ui/useTitle.ts';

/** The frame of the pages before signing in: one card in the middle. */
export function Entry({
  title,
  lead,
  foot,
  children,
}: {
  title: string;
  lead?: ReactNode;
  foot?: ReactNode;
  children: ReactNode;
}) {
  useTitle(title);
  return (
    <main className="entry" id="main">
      <div className="entry-card">
        <a href="/" className="brand">
          <Mark size={28} />
          Hinterland
        </a>
        <div className="card stack">
          <div>
            <h1>{title}</h1>
            {lead !== undefined && <p className="soft">{lead}</p>}
          </div>
          {children}
        </div>
        {foot !== undefined && <p className="entry-foot">{foot}</p>}
      </div>
    </main>
  );
}
