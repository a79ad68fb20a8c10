import { Download } from 'lucide-react';
import { useSearchParams } from 'wouter';
import { usePages } from '../../api/queries.ts';
import type { EntryPage, Session } from '../../api/types.ts';
import { useText } from '../../text/index.ts';
import { Button } from '../../ui/button.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { Empty, Loaded } from '../../ui/states.tsx';
import { EntryTable } from './entryTable.tsx';
import { Filters, filterOf } from './filters.tsx';

/** Every movement of the organization's balance. The filter stands in the address. */
export default function LedgerPage({ session }: { session: Session }) {
  const { say } = useText();
  const [search, setSearch] = useSearchParams();
  const path = `/organizations/${session.activeOrganization?.organization.id}`;
  const filter = filterOf(search);
  const pages = usePages<EntryPage>(`${path}/ledger`, filter);
  if (session.activeOrganization === null) return null;
  return (
    <Page
      title={say('ledger.title')}
      lead={say('ledger.lead')}
      action={
        <a className="button" href={`/web/v1${path}/ledger.csv?${filter}`} download="ledger.csv">
          <Download size={16} aria-hidden />
          {say('ledger.csv')}
        </a>
      }
    >
      <Card>
        <Filters path={path} filter={filter} onChange={(next) => setSearch(next, { replace: true })} />
        <Loaded query={pages} lines={6}>
          {({ pages: loaded }) => {
            const entries = loaded.flatMap(({ data }) => data);
            return entries.length === 0 ? (
              <Nothing isFiltered={filter.size > 0} onReset={() => setSearch({}, { replace: true })} />
            ) : (
              <EntryTable entries={entries} />
            );
          }}
        </Loaded>
        {pages.hasNextPage && (
          <div className="card-foot">
            <Button isPending={pages.isFetchingNextPage} onPress={() => void pages.fetchNextPage()}>
              {say('ledger.more')}
            </Button>
          </div>
        )}
      </Card>
    </Page>
  );
}

function Nothing({ isFiltered, onReset }: { isFiltered: boolean; onReset: () => void }) {
  const { say } = useText();
  return isFiltered ? (
    <Empty title={say('ledger.noneFound')} action={<Button onPress={onReset}>{say('ledger.reset')}</Button>}>
      {say('ledger.noneFoundText')}
    </Empty>
  ) : (
    <Empty title={say('ledger.none')}>{say('ledger.noneText')}</Empty>
  );
}
