import { useState } from 'react';
import { Link } from 'wouter';
import { AnalysisLink } from '../../answer/analysisLink.tsx';
import type { AnalysisItem } from '../../api/types.ts';
import { useActionTitle } from '../../text/actionTitle.ts';
import { useText } from '../../text/index.ts';
import { useFormat } from '../../ui/format.ts';
import { NameField } from '../../ui/nameField.tsx';
import { RowMenu } from '../../ui/rowMenu.tsx';
import { type Column, NOTHING, Table } from '../../ui/table.tsx';

/** What a row's menu does, beside renaming. */
export type Deed = 'share' | 'duplicate' | 'duplicateWithResults' | 'delete';

interface AnalysisTableProps {
  readonly analyses: readonly AnalysisItem[];
  readonly userId: number;
  readonly onRename: (code: string, name: string) => Promise<unknown>;
  readonly onPerform: (deed: Deed, analysis: AnalysisItem) => void;
}

/** Analyses, last changed first; those of the user can be renamed in place, shared and deleted. */
export function AnalysisTable({ analyses, userId, onRename, onPerform }: AnalysisTableProps) {
  const { say } = useText();
  const { ago, number } = useFormat();
  const titleOf = useActionTitle();
  const [renamed, setRenamed] = useState<string | null>(null);
  const menuOf = (analysis: AnalysisItem) => {
    const deed = (id: Deed) => ({ id, name: say(`analyses.${id}`), perform: () => onPerform(id, analysis) });
    const copies = [deed('duplicate'), ...(analysis.latestRun === null ? [] : [deed('duplicateWithResults')])];
    if (analysis.owner.id !== userId) return copies;
    const rename = { id: 'rename', name: say('action.rename'), perform: () => setRenamed(analysis.code) };
    return [rename, deed('share'), ...copies, deed('delete')];
  };
  const columns: Column<AnalysisItem>[] = [
    {
      id: 'name',
      title: say('ledger.analysis'),
      cell: ({ code, name, url, answer }) =>
        renamed === code ? (
          <NameField
            label={say('analyses.name')}
            name={name}
            onEnd={async (next) => {
              if (next !== null && next !== name) await onRename(code, next);
              setRenamed(null);
            }}
          />
        ) : (
          <AnalysisLink name={name} url={url} answer={answer} />
        ),
    },
    {
      id: 'owner',
      title: say('recent.owner'),
      cell: ({ owner }) => (owner.id === userId ? say('credits.yours') : <bdi>{owner.name}</bdi>),
    },
    {
      id: 'run',
      title: say('recent.run'),
      cell: ({ code, latestRun }) =>
        latestRun === null ? (
          NOTHING
        ) : (
          <>
            {titleOf(latestRun.actionId)}
            <Link href={`/analyses/${code}`} className="small block">
              {say('analyses.versions')}
            </Link>
          </>
        ),
    },
    {
      id: 'credits',
      title: say('ledger.credits'),
      number: true,
      cell: ({ latestRun }) => (latestRun === null ? NOTHING : number(latestRun.creditsCharged)),
    },
    { id: 'changed', title: say('recent.changed'), nowrap: true, cell: ({ updatedAt }) => ago(updatedAt, Date.now()) },
    {
      id: 'actions',
      title: say('table.actions'),
      cell: (analysis) => (
        <RowMenu label={say('table.actionsOf', { name: analysis.name })} actions={menuOf(analysis)} />
      ),
    },
  ];
  return <Table caption={say('analyses.title')} columns={columns} rows={analyses} keyOf={({ code }) => code} />;
}
