import { lazy, Suspense } from 'react';
import { Link } from 'wouter';
import type { OrganizationPath } from '../../api/address.ts';
import { useResource } from '../../api/queries.ts';
import type { Analysis } from '../../api/types.ts';
import { type TextKey, useText, withTexts } from '../../text/index.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { useFormat } from '../../ui/format.ts';
import { Notice } from '../../ui/notice.tsx';
import { questionOf } from '../changes/asked.ts';

const RunHere = lazy(() =>
  withTexts(
    import('../studio/runHere.tsx').then(({ RunHere }) => ({ default: RunHere })),
    'buying',
  ),
);

/** Says that the last run was computed from data that newer ones have replaced, and runs it again: its creator here, others in a copy. */
export function NewerData({
  home,
  analysis: { code, access, latestRun, currentData },
  billing,
}: {
  home: OrganizationPath;
  analysis: Analysis;
  /** Whether the reader may buy credits. */
  billing: boolean;
}) {
  const { say } = useText();
  const old = latestRun?.dataVersion ?? {};
  const present = currentData as Readonly<Record<string, string>>;
  const replaced = Object.entries(old).filter(([family, version]) => (present[family] ?? version) !== version);
  if (latestRun === null || replaced.length === 0) return null;
  const { actionId, input } = latestRun;
  const changes = replaced.map(
    ([family, version]) => `${say(`family.${family}` as TextKey)}: ${version} → ${present[family]}`,
  );
  return (
    <Notice kind="info">
      <span className="row-between">
        <span>
          {say('history.newer')} <span className="soft">{changes.join(' · ')}</span>
          {latestRun.versionNo !== null && replaced.some(([family]) => family === 'players') && (
            <StoresSince path={`${home}/analyses/${code}/versions/${latestRun.versionNo}/store-changes`} />
          )}
        </span>
        {access === 'owner' ? (
          <Suspense fallback={null}>
            <RunHere run={{ path: home, code, actionId, input }} text="history.againFor" billing={billing} />
          </Suspense>
        ) : (
          <ButtonLink href={`/a/${code}`}>{say('history.again')}</ButtonLink>
        )}
      </span>
    </Notice>
  );
}

/** How many stores opened, closed, moved and were renamed where a run counted them; nothing where nobody can say. */
function StoresSince({ path }: { path: `${OrganizationPath}/analyses/${string}/versions/${number}/store-changes` }) {
  const { say } = useText();
  const { number } = useFormat();
  const { data } = useResource(path);
  if (data?.totals == null || data.question === null) return null;
  const { openings, closings, moves, renamings } = data.totals;
  const counted = Object.entries({ opened: openings, closed: closings, moved: moves, renamed: renamings })
    .filter(([, count]) => count > 0)
    .map(([kind, count]) => `${say(`changes.${kind as 'opened'}`)}: ${number(count)}`);
  return (
    <span className="block" data-store-changes={openings + closings + moves + renamings}>
      {counted.length === 0 ? (
        say('history.storesSame')
      ) : (
        <>
          {say('history.storesSince', { changes: counted.join(' · ') })}{' '}
          <Link href="/changes" state={{ question: questionOf(data.question) }}>
            {say('history.storesList')}
          </Link>
        </>
      )}
    </span>
  );
}
