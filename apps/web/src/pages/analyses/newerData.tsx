import { lazy, Suspense } from 'react';
import type { OrganizationPath } from '../../api/address.ts';
import type { Analysis } from '../../api/types.ts';
import { type TextKey, useText, withTexts } from '../../text/index.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';

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
