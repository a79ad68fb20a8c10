import type { TableError, TableFault } from '@hinterland/tables';
import { useText } from '../../text/index.ts';
import { useFormat } from '../../ui/format.ts';
import { Notice } from '../../ui/notice.tsx';

/** Faults whose sentence is written here; others are told by the reader of tables itself. */
const KINDS = {
  binary: 'encoding',
  cut: 'width',
  empty: 'empty',
  encoding: 'encoding',
  format: 'format',
  'long row': 'quotes',
  names: 'names',
  ods: 'ods',
  quotes: 'quotes',
  title: 'unnamed',
  values: 'unnamed',
  width: 'width',
  workbook: 'workbook',
  xls: 'xls',
} as const satisfies Partial<Record<TableFault, string>>;

/** Why a file is not read as a table, and the next step. */
export function Refused({ error }: { error: TableError }) {
  const { say } = useText();
  const { number } = useFormat();
  const kind = error.fault in KINDS ? KINDS[error.fault as keyof typeof KINDS] : null;
  return (
    <div role="alert" data-error={error.fault}>
      <Notice kind="error">
        {kind === null ? error.message : say(`studio.table.refused.${kind}`, { line: number(error.line ?? 1) })}
      </Notice>
    </div>
  );
}
