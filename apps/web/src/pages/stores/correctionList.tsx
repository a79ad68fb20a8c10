import { useResource } from '../../api/queries.ts';
import { useText } from '../../text/index.ts';
import { Card } from '../../ui/page.tsx';
import { Empty, Loaded } from '../../ui/states.tsx';
import { Corrections } from './corrections.tsx';
import type { StorePath } from './store.ts';

/** All corrections of the organization in a territory, the latest first. */
export function CorrectionList({ path, territory }: { path: StorePath; territory: string }) {
  const { say } = useText();
  const of = `territory=${encodeURIComponent(territory)}`;
  const corrections = useResource(`${path}/corrections?${of}&limit=100`);
  return (
    <Card title={say('stores.corrections', { count: corrections.data?.total ?? 0 })}>
      <div className="card-body">
        <Loaded query={corrections}>
          {({ data, total }) =>
            total === 0 ? (
              <Empty title={say('stores.none')}>{say('stores.noneText')}</Empty>
            ) : (
              <>
                <Corrections path={path} corrections={data} withStores />
                <p className="small">
                  <a href={`/web/v1${path}/corrections/csv?${of}`} download>
                    {say('stores.export')}
                  </a>
                </p>
              </>
            )
          }
        </Loaded>
      </div>
    </Card>
  );
}
