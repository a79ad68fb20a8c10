import { lazy, Suspense } from 'react';
import { useParams, useSearchParams } from 'wouter';
import type { OrganizationPath } from '../../api/address.ts';
import { useResource } from '../../api/queries.ts';
import type { Session, VersionItem } from '../../api/types.ts';
import { useText } from '../../text/index.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { Empty, Loaded, Loading } from '../../ui/states.tsx';
import { NewerData } from './newerData.tsx';
import { VersionTable } from './versionTable.tsx';

/** Loaded with the first difference. */
const Comparison = lazy(() => import('./comparison.tsx'));

/** The stored runs of an analysis, and the difference of two of them, which the address names. */
export default function HistoryPage({ session }: { session: Session }) {
  const { code } = useParams<{ code: string }>();
  const place = session.activeOrganization;
  if (place === null) return null;
  return <History code={code} path={`/organizations/${place.organization.id}`} billing={place.billing} />;
}

function History({ code, path: home, billing }: { code: string; path: OrganizationPath; billing: boolean }) {
  const { say } = useText();
  const [search, setSearch] = useSearchParams();
  const path = `${home}/analyses/${code}` as const;
  const analysis = useResource(path);
  const versions = useResource(`${path}/versions`);
  return (
    <Page
      title={analysis.data?.name ?? say('history.title')}
      lead={say('history.lead')}
      action={<ButtonLink href={`/a/${code}`}>{say('history.open')}</ButtonLink>}
    >
      {analysis.data !== undefined && <NewerData home={home} analysis={analysis.data} billing={billing} />}
      <Card title={say('history.title')}>
        <Loaded query={versions} lines={4}>
          {({ data }) => {
            const named = search.getAll('v').map(Number);
            return data.length === 0 ? (
              <Empty title={say('history.none')}>{say('history.noneText')}</Empty>
            ) : (
              <VersionTable
                path={home}
                code={code}
                versions={data}
                chosen={named}
                onChoose={(next) =>
                  setSearch(
                    next.map((no) => ['v', String(no)]),
                    { replace: true },
                  )
                }
              />
            );
          }}
        </Loaded>
      </Card>
      <Compared home={home} code={code} versions={versions.data?.data ?? []} chosen={search.getAll('v').map(Number)} />
    </Page>
  );
}

function Compared({
  home,
  code,
  versions,
  chosen,
}: {
  home: OrganizationPath;
  code: string;
  versions: readonly VersionItem[];
  chosen: readonly number[];
}) {
  const { say } = useText();
  const found = versions
    .filter(({ versionNo }) => chosen.includes(versionNo))
    .toSorted((a, b) => a.versionNo - b.versionNo);
  const [before, after] = found;
  if (before === undefined || after === undefined)
    return versions.length > 1 ? <p className="soft">{say('history.choose')}</p> : null;
  return (
    <Card title={say('history.difference', { before: before.versionNo, after: after.versionNo })}>
      {before.actionId === after.actionId ? (
        <Suspense fallback={<Loading lines={6} />}>
          <Comparison home={home} code={code} before={before} after={after} />
        </Suspense>
      ) : (
        <Empty title={say('history.otherAction')}>{say('history.otherActionText')}</Empty>
      )}
    </Card>
  );
}
