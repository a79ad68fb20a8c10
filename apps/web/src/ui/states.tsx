import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Problem } from '../api/request.ts';
import { useText } from '../text/index.ts';
import { Button } from './button.tsx';
import { ErrorNotice, Notice } from './notice.tsx';

/** A list or page that has nothing yet: one sentence and the one next step. */
export function Empty({
  icon,
  title,
  children,
  action,
}: {
  icon?: ReactNode;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className="empty">
      {icon}
      <p className="empty-title">{title}</p>
      {children !== undefined && <p>{children}</p>}
      {action}
    </div>
  );
}

const WIDTHS = ['92%', '75%', '84%', '61%', '88%', '70%'];

/** Lines that keep the place of content that is being loaded; at most six. */
export function Loading({ lines = 4 }: { lines?: number }) {
  const { say } = useText();
  return (
    <div className="card-body stack-tight" aria-busy="true">
      <span className="visually-hidden" role="status">
        {say('state.loading')}
      </span>
      {WIDTHS.slice(0, lines).map((width) => (
        <div key={width} className="skeleton" style={{ width }} aria-hidden />
      ))}
    </div>
  );
}

/** Shows what a query has: loading, an error with a way to try again, no permission, or its data. */
export function Loaded<T>({
  query,
  children,
  lines,
}: {
  query: UseQueryResult<T>;
  children: (data: T) => ReactNode;
  lines?: number;
}) {
  const { say } = useText();
  if (query.data !== undefined) return children(query.data);
  if (query.error === null) return <Loading {...(lines === undefined ? {} : { lines })} />;
  if (query.error instanceof Problem && query.error.code === 'insufficient_role')
    return (
      <div className="card-body" data-error={query.error.code}>
        <Notice kind="info">{query.error.message}</Notice>
      </div>
    );
  return (
    <div className="card-body stack">
      <ErrorNotice error={query.error} />
      <div>
        <Button onPress={() => void query.refetch()}>{say('action.retry')}</Button>
      </div>
    </div>
  );
}
