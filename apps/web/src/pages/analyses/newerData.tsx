import { useQuery } from '@tanstack/react-query';
import type { OrganizationPath } from '../../api/address.ts';
import { request } from '../../api/request.ts';
import type { Analysis } from '../../api/types.ts';
import { type TextKey, useText } from '../../text/index.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { useFormat } from '../../ui/format.ts';
import { Notice } from '../../ui/notice.tsx';

/** Says that the last run was computed from data that newer ones have replaced, and what it costs to run it again. */
export function NewerData({
  home,
  analysis: { code, latestRun, currentData },
}: {
  home: OrganizationPath;
  analysis: Analysis;
}) {
  const { say } = useText();
  const { number } = useFormat();
  const old = latestRun?.dataVersion ?? {};
  const present = currentData as Readonly<Record<string, string>>;
  const replaced = Object.entries(old).filter(([family, version]) => (present[family] ?? version) !== version);
  const isOld = latestRun !== null && replaced.length > 0;
  const quote = useQuery({
    queryKey: [...home.split('/').filter(Boolean), 'quote again', code, latestRun?.versionNo],
    queryFn: ({ signal }) =>
      request(`${home}/actions/${latestRun?.actionId}/quote`, {
        method: 'POST',
        body: latestRun?.input,
        signal,
      }),
    enabled: isOld,
  });
  if (!isOld) return null;
  const changes = replaced.map(
    ([family, version]) => `${say(`family.${family}` as TextKey)}: ${version} → ${present[family]}`,
  );
  return (
    <Notice kind="info">
      <span className="row-between">
        <span>
          {say('history.newer')} <span className="soft">{changes.join(' · ')}</span>
        </span>
        <ButtonLink href={`/a/${code}`}>
          {quote.data === undefined
            ? say('history.again')
            : say('history.againFor', { count: quote.data.quotedCredits, credits: number(quote.data.quotedCredits) })}
        </ButtonLink>
      </span>
    </Notice>
  );
}
