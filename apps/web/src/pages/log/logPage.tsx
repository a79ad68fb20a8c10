import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSearchParams } from 'wouter';
import type { OrganizationPath } from '../../api/address.ts';
import { usePages } from '../../api/queries.ts';
import type { AuditEntry, Entry } from '../../api/types.ts';
import { useText } from '../../text/index.ts';
import { Button } from '../../ui/button.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { Empty, Loaded } from '../../ui/states.tsx';
import { type Condition, Filter, filterOf } from './filter.tsx';

interface Entries {
  readonly audit: AuditEntry;
  readonly ledger: Entry;
}

interface LogPageProps<P extends keyof Entries> {
  readonly title: string;
  readonly lead: string;
  /** Path of the list; its CSV is at the same path with `.csv`. */
  readonly path: `${OrganizationPath}/${P}`;
  readonly conditions: readonly Condition[];
  /** Fields of the filter that an address may name and no control sets. */
  readonly further?: readonly string[];
  /** Shown where there is no entry at all; a log that always has one needs none. */
  readonly empty?: ReactNode;
  readonly children: (entries: readonly Entries[P][]) => ReactNode;
}

/** A log that only grows, newest entries first: filter, table, CSV. The filter stands in the address. */
export function LogPage<P extends keyof Entries>(props: LogPageProps<P>) {
  const { title, lead, conditions, further = [], empty, children } = props;
  const path: `${OrganizationPath}/${keyof Entries}` = props.path;
  const { say } = useText();
  const [search, setSearch] = useSearchParams();
  const filter = filterOf(search, ['from', 'to', ...conditions.map(({ name }) => name), ...further]);
  const pages = usePages(path, filter);
  const choose = (next: URLSearchParams) => setSearch(next, { replace: true });
  return (
    <Page
      title={title}
      lead={lead}
      action={
        <a className="button" href={`/web/v1${path}.csv?${filter}`} download={`${path.split('/').at(-1)}.csv`}>
          <Download size={16} aria-hidden />
          {say('ledger.csv')}
        </a>
      }
    >
      <Card>
        <Filter filter={filter} conditions={conditions} onChange={choose} />
        <Loaded query={pages} lines={6}>
          {({ pages: loaded }) => {
            const entries = loaded.flatMap(({ data }): readonly unknown[] => data) as readonly Entries[P][];
            if (entries.length > 0) return children(entries);
            return filter.size === 0 && empty !== undefined ? (
              empty
            ) : (
              <Empty
                title={say('ledger.noneFound')}
                action={<Button onPress={() => choose(new URLSearchParams())}>{say('ledger.reset')}</Button>}
              >
                {say('ledger.noneFoundText')}
              </Empty>
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
