import { measureOf } from '@hinterland/answers/words';
import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useText } from '../../../text/index.ts';
import { Button } from '../../../ui/button.tsx';
import { type NumberedRow, tsvOf } from './deskRows.ts';
import type { DeskTable } from './deskTables.ts';

const SAID_MILLISECONDS = 2000;

/** Copies the rows that are shown, in their order, as a spreadsheet of the reader's language takes them. */
export function CopyRows({ table: { columns, shownOf }, rows }: { table: DeskTable; rows: readonly NumberedRow[] }) {
  const { say, language } = useText();
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), SAID_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = async () => {
    // A spreadsheet reads numbers with all their digits, and no signs between thousands.
    const exact = new Intl.NumberFormat(language, { useGrouping: false, maximumFractionDigits: 6 });
    const text = tsvOf(
      columns.map(({ title, unit }) => (unit === '' ? title : `${title} ${unit}`)),
      rows,
      columns.map(({ name }) => name),
      (value, column) =>
        typeof value === 'number' ? exact.format(value * measureOf(lastOf(column)).factor) : shownOf(value, column),
    );
    await navigator.clipboard.writeText(text);
    setCopied(true);
  };
  return (
    <>
      <Button
        kind="quiet"
        icon={isCopied ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />}
        onPress={() => void copy()}
      >
        {say(isCopied ? 'action.copied' : 'studio.twin.copy')}
      </Button>
      <span className="visually-hidden" role="status">
        {isCopied ? say('action.copied') : ''}
      </span>
    </>
  );
}

const lastOf = (column: string): string => column.slice(column.lastIndexOf('.') + 1);
