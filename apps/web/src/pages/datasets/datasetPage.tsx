import type { DatasetPath, OrganizationPath } from '../../api/address.ts';
import '../../styles/datasets.css';
import '../../styles/studio.css';
import '../../styles/studioSteps.css';
import '../../styles/studioTwin.css';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useParams, useSearchParams } from 'wouter';
import { queryClient, useResource } from '../../api/queries.ts';
import type { Dataset, Session } from '../../api/types.ts';
import { useText } from '../../text/index.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { useFormat } from '../../ui/format.ts';
import { Card, Page } from '../../ui/page.tsx';
import { Joined } from '../../ui/pointed.tsx';
import { Loaded } from '../../ui/states.tsx';
import { useMaps } from '../studio/useMaps.ts';
import type { Draft } from './correction.tsx';
import { download } from './download.ts';
import { RowTable } from './rowTable.tsx';

/** The map's library is loaded beside the rows. */
const RowsMap = lazy(() => import('./rowsMap.tsx'));
/** Brings the words of columns. */
const NextSteps = lazy(() => import('./nextSteps.tsx'));
/** Brings the search for places. */
const Correction = lazy(() => import('./correction.tsx'));

const POLL_SECONDS = 1;

/** One dataset: its rows as a table and on a map, the jobs on it, and the rows that need a person. */
export default function DatasetPage({ session }: { session: Session }) {
  const { id } = useParams();
  const { say } = useText();
  const place = session.activeOrganization;
  const home = `/organizations/${place?.organization.id ?? 0}` as const;
  const path = `${home}/datasets/${id}` as const;
  const dataset = useResource(
    path,
    { everySeconds: POLL_SECONDS, while: ({ job, status }) => job !== null || status === 'uploading' },
    place !== null,
  );
  if (place === null) return null;
  if (dataset.data === undefined)
    return (
      <Page title={say('datasets.title')} action={<ButtonLink href="/datasets">{say('datasets.all')}</ButtonLink>}>
        <Card>
          <Loaded query={dataset} lines={6}>
            {() => null}
          </Loaded>
        </Card>
      </Page>
    );
  const mayChange = dataset.data.userId === session.user.id || place.role !== 'member';
  return (
    <Joined key={id}>
      <One dataset={dataset.data} home={home} path={path} mayChange={mayChange} />
    </Joined>
  );
}

interface OneProps {
  readonly dataset: Dataset;
  readonly home: OrganizationPath;
  readonly path: DatasetPath;
  readonly mayChange: boolean;
}

function One({ dataset, home, path, mayChange }: OneProps) {
  const { say } = useText();
  const { number, megabytes, moment } = useFormat();
  const [search, setSearch] = useSearchParams();
  const [draft, setDraft] = useState<Draft | null>(null);
  const maps = useMaps();
  const map = maps.data?.find(({ id }) => id === dataset.territoryId) ?? maps.data?.[0];
  const { job, status, rows, bytes, createdAt, name } = dataset;
  const isReady = status === 'ready';
  const isBusy = job !== null;
  // What a job found is shown when it has ended.
  useEffect(() => {
    if (isBusy) return;
    for (const part of ['rows', 'points'])
      void queryClient.invalidateQueries({
        predicate: ({ queryKey }) =>
          path
            .split('/')
            .filter(Boolean)
            .every((step, i) => queryKey[i] === step) && String(queryKey.at(-1)).startsWith(part),
      });
  }, [isBusy, path]);

  const picked = Number(search.get('row') ?? 'none');
  const isPicked = Number.isInteger(picked) && picked >= 0;
  const chosen = useResource(`${path}/rows?from=${picked}&limit=1`, undefined, isReady && isPicked);
  const row = isPicked ? (chosen.data?.data.find(({ index }) => index === picked) ?? null) : null;
  const pick = (index: number | null) => {
    setDraft(null);
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        if (index === null) next.delete('row');
        else next.set('row', String(index));
        return next;
      },
      { replace: true },
    );
  };
  const put = (at: Draft) => {
    if (mayChange && row !== null && !isBusy) setDraft(at);
  };
  return (
    <Page
      title={name}
      lead={say('datasets.about', {
        count: rows,
        rows: number(rows),
        size: megabytes(bytes),
        moment: moment(createdAt),
      })}
      action={
        <div className="row">
          <ButtonLink href="/datasets">{say('datasets.all')}</ButtonLink>
          {isReady && <Button onPress={() => download(`${path}/csv`)}>{say('datasets.download')}</Button>}
        </div>
      }
    >
      <Suspense>
        <NextSteps dataset={dataset} path={path} mayChange={mayChange} />
      </Suspense>
      {isReady && (
        <div className="dataset-ground">
          <div className="dataset-map">
            {map !== undefined && (
              <Suspense fallback={<div className="map" />}>
                <RowsMap map={map} path={path} row={row} draft={draft} onPick={pick} onPut={put} />
              </Suspense>
            )}
          </div>
          <div className="dataset-side">
            {row !== null && (
              <Suspense>
                <Correction
                  key={row.index}
                  dataset={dataset}
                  row={row}
                  home={home}
                  path={path}
                  draft={draft}
                  mayChange={mayChange && !isBusy}
                  onDraft={setDraft}
                  onClose={() => pick(null)}
                />
              </Suspense>
            )}
            <RowTable dataset={dataset} path={path} picked={isPicked ? picked : null} onPick={pick} />
          </div>
        </div>
      )}
    </Page>
  );
}
