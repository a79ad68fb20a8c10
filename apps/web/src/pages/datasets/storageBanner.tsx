import { useResource } from '../../api/queries.ts';
import type { Place } from '../../api/types.ts';
import { useText } from '../../text/index.ts';
import { Suspended } from './suspended.tsx';

/** Says on every page that datasets are suspended: the amount, the day of their deletion, and the ways out. */
export default function StorageBanner({ place: { organization, billing } }: { place: Place }) {
  const { say } = useText();
  const path = `/organizations/${organization.id}` as const;
  const { data: storage } = useResource(`${path}/storage`);
  const isSuspended = storage !== undefined && storage.suspendedSince !== null;
  const datasets = useResource(`${path}/datasets`, undefined, isSuspended);
  if (!isSuspended || datasets.data === undefined) return null;
  return (
    <aside className="storage-banner" aria-label={say('datasets.storage')}>
      <Suspended storage={storage} mayBuy={billing} path={`${path}/datasets`} datasets={datasets.data.data} />
    </aside>
  );
}
