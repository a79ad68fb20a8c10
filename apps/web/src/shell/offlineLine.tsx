import { onlineManager } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { useText } from '../text/index.ts';

/** A thin line on every page while there is no connection: what is shown may be older than what was asked last. */
export function OfflineLine() {
  const { say } = useText();
  const isOnline = useSyncExternalStore(
    (changed) => onlineManager.subscribe(changed),
    () => onlineManager.isOnline(),
  );
  return (
    <div role="status" className="offline-line">
      {isOnline ? null : <p>{say('shell.offline')}</p>}
    </div>
  );
}
