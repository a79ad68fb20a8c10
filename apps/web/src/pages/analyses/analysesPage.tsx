import { Files } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'wouter';
import type { OrganizationPath } from '../../api/address.ts';
import { useChange, useResource } from '../../api/queries.ts';
import type { AnalysisItem, Session } from '../../api/types.ts';
import { useDeletion } from '../../api/useDeletion.ts';
import { useText } from '../../text/index.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Deleted } from '../../ui/deleted.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { Segments } from '../../ui/segments.tsx';
import { Empty, Loaded } from '../../ui/states.tsx';
import { AnalysisTable, type Deed } from './analysisTable.tsx';
import ShareDialog from './shareDialog.tsx';

const LISTS = ['mine', 'shared', 'all'] as const;
type ListName = (typeof LISTS)[number];
/** Analyses that are shown at first, and that a press on the button adds; the most that the service lists at once. */
const STEP = 50;
const MOST = 100;

/** Analyses of the user, those shared with them, and for owners all of the organization. */
export default function AnalysesPage({ session }: { session: Session }) {
  const place = session.activeOrganization;
  return place === null ? null : <Analyses session={session} home={`/organizations/${place.organization.id}`} />;
}

function Analyses({ session, home }: { session: Session; home: OrganizationPath }) {
  const { say, language } = useText();
  const path = `${home}/analyses` as const;
  const [search, setSearch] = useSearchParams();
  const isOwner = session.activeOrganization?.role === 'owner';
  const lists = LISTS.filter((name) => name !== 'all' || isOwner);
  const of = lists.find((name) => name === search.get('of')) ?? 'mine';
  const [limit, setLimit] = useState(STEP);
  const [sharing, setSharing] = useState<AnalysisItem | null>(null);
  const analyses = useResource(`${path}?of=${of}&limit=${limit}&language=${language}`);
  const { pending, error, remove, undo } = useDeletion(path, home);
  const duplicate = useChange({
    method: 'POST',
    path: ({ code, withResults }: { code: string; withResults: boolean }) =>
      `${path}/${code}/duplicate?withResults=${withResults}`,
    changes: [home],
  });
  const rename = useChange({
    method: 'PUT',
    path: ({ code }: { code: string; name: string }) => `${path}/${code}/name`,
    changes: [home],
    body: ({ name }) => ({ name }),
  });
  const perform = (deed: Deed, analysis: AnalysisItem) => {
    if (deed === 'share') setSharing(analysis);
    else if (deed === 'delete') remove({ id: analysis.code, name: analysis.name });
    else duplicate.mutate({ code: analysis.code, withResults: deed === 'duplicateWithResults' });
  };
  return (
    <Page
      title={say('analyses.title')}
      lead={say('analyses.lead')}
      action={<ButtonLink href="/studio">{say('analyses.new')}</ButtonLink>}
    >
      <Segments
        label={say('analyses.of')}
        choices={lists.map((id) => ({ id, name: say(`analyses.of.${id}`) }))}
        value={of}
        onChange={(next: ListName) => setSearch(next === 'mine' ? {} : { of: next }, { replace: true })}
      />
      <ErrorNotice error={error ?? duplicate.error ?? rename.error} />
      <Deleted pending={pending} onUndo={undo} />
      <Card>
        <Loaded query={analyses} lines={6}>
          {({ data }) => {
            const shown = data.filter(({ code }) => code !== pending?.id);
            return shown.length === 0 ? (
              <None of={of} />
            ) : (
              <AnalysisTable
                analyses={shown}
                userId={session.user.id}
                onRename={(code, name) => rename.mutateAsync({ code, name })}
                onPerform={perform}
              />
            );
          }}
        </Loaded>
        {analyses.data?.data.length === limit && limit < MOST && (
          <div className="card-foot">
            <Button onPress={() => setLimit(MOST)}>{say('ledger.more')}</Button>
          </div>
        )}
      </Card>
      {sharing !== null && (
        <ShareDialog
          path={path}
          analysis={sharing}
          place={session.activeOrganization}
          onClose={() => setSharing(null)}
        />
      )}
    </Page>
  );
}

function None({ of }: { of: ListName }) {
  const { say } = useText();
  return of === 'shared' ? (
    <Empty icon={<Files size={28} aria-hidden />} title={say('analyses.noneShared')}>
      {say('analyses.noneSharedText')}
    </Empty>
  ) : (
    <Empty
      icon={<Files size={28} aria-hidden />}
      title={say('recent.none')}
      action={<ButtonLink href="/studio">{say('analyses.new')}</ButtonLink>}
    >
      {say('analyses.noneText')}
    </Empty>
  );
}
