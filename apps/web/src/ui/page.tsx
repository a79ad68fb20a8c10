import type { ReactNode } from 'react';
import { useTitle } from './useTitle.ts';

export function Page({
  title,
  lead,
  action,
  children,
}: {
  title: string;
  lead?: ReactNode;
  action?: ReactNode;
  children: ReactNode;
}) {
  useTitle(title);
  return (
    <main className="page" id="main">
      <div className="page-head">
        <div>
          <h1>{title}</h1>
          {lead !== undefined && <p>{lead}</p>}
        </div>
        {action}
      </div>
      {children}
    </main>
  );
}

export function Card({ title, action, children }: { title?: string; action?: ReactNode; children: ReactNode }) {
  return (
    <section className="card" {...(title === undefined ? {} : { 'aria-label': title })}>
      {(title !== undefined || action !== undefined) && (
        <div className="card-head">
          <h2>{title}</h2>
          {action}
        </div>
      )}
      {children}
    </section>
  );
}
