import { Download } from 'lucide-react';
import { useSearchParams } from 'wouter';
import { usePages } from '../../api/queries.ts';
import type { AuditPage as Entries, Session } from '../../api/types.ts';
import { useText } from '../../text/index.ts';
import { Button } from '../../ui/button.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { Empty, Loaded } from '../../ui/states.tsx';
import { AuditTable } from './auditTable.tsx';
import { Filters, filterOf } from './filters.tsx';

/** Who did what in the organization. The filter stands in the address. */
export default function AuditPage({ session }: { session: Session }) {
  const { say } = useText();
  const [search, setSearch] = useSearchParams();
  const path = `/organizations/${session.activeOrganization?.organization.id}`;
  const filter = filterOf(search);
  const pages = usePages<Entries>(`${path}/audit`, filter);
  if (session.activeOrganization === null) return null;
  return (
    <Page
      title={say('audit.title')}
      lead={say('audit.lead')}
      action={
        <a className="button" href={`/web/v1${path}/audit.csv?${filter}`} download="audit.csv">
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
              <Empty
                title={say('ledger.noneFound')}
                action={<Button onPress={() => setSearch({}, { replace: true })}>{say('ledger.reset')}</Button>}
              >
                {say('ledger.noneFoundText')}
              </Empty>
            ) : (
              <AuditTable entries={entries} />
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
