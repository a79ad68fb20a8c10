import { AnalysisLink } from '../../answer/analysisLink.tsx';
import type { OrganizationPath } from '../../api/address.ts';
import { useResource } from '../../api/queries.ts';
import type { AnalysisItem, Session } from '../../api/types.ts';
import { useActionTitle } from '../../text/actionTitle.ts';
import { useText } from '../../text/index.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { useFormat } from '../../ui/format.ts';
import { Card } from '../../ui/page.tsx';
import { Empty, Loaded } from '../../ui/states.tsx';
import { type Column, NOTHING, Table } from '../../ui/table.tsx';

const SHOWN = 5;

/** The analyses that changed last, own and shared. */
export function Recent({ path, session }: { path: OrganizationPath; session: Session }) {
  const { say, language } = useText();
  const { ago } = useFormat();
  const titleOf = useActionTitle();
  const analyses = useResource(`${path}/analyses?limit=${SHOWN}&language=${language}`);
  const columns: Column<AnalysisItem>[] = [
    {
      id: 'name',
      title: say('ledger.analysis'),
      cell: (analysis) => <AnalysisLink {...analysis} />,
    },
    {
      id: 'owner',
      title: say('recent.owner'),
      cell: ({ owner }) => (owner.id === session.user.id ? say('credits.yours') : <bdi>{owner.name}</bdi>),
    },
    {
      id: 'run',
      title: say('recent.run'),
      cell: ({ latestRun }) => (latestRun === null ? NOTHING : titleOf(latestRun.actionId)),
    },
    { id: 'changed', title: say('recent.changed'), nowrap: true, cell: ({ updatedAt }) => ago(updatedAt, Date.now()) },
  ];
  return (
    <Card title={say('recent.title')} action={<ButtonLink href="/analyses">{say('analyses.title')}</ButtonLink>}>
      <Loaded query={analyses} lines={3}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty title={say('recent.none')}>{say('recent.noneText')}</Empty>
          ) : (
            <Table caption={say('recent.title')} columns={columns} rows={data} keyOf={({ code }) => code} />
          )
        }
      </Loaded>
    </Card>
  );
}
