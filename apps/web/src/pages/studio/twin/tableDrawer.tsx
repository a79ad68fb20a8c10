import { ChevronDown } from 'lucide-react';
import { useText } from '../../../text/index.ts';
import { Button } from '../../../ui/button.tsx';
import { useFormat } from '../../../ui/format.ts';
import { Segments } from '../../../ui/segments.tsx';
import type { DeskTable } from './deskTables.ts';
import { TwinTable } from './twinTable.tsx';
import { useHeight } from './useHeight.ts';

interface TableDrawerProps {
  readonly tables: readonly DeskTable[];
  /** Table that the address names; the first where there is none of that name. */
  readonly wanted: string;
  readonly onShow: (id: string | null) => void;
}

/** The drawer with a table at a time. */
export default function TableDrawer({ tables, wanted, onShow }: TableDrawerProps) {
  const { say } = useText();
  const { number } = useFormat();
  const { height, handle } = useHeight();
  const shown = tables.find(({ id }) => id === wanted) ?? tables[0];
  if (shown === undefined) return null;
  return (
    <section className="twin" style={{ blockSize: height }} aria-label={say('studio.twin.title')} data-twin={shown.id}>
      {/* biome-ignore lint/a11y/useSemanticElements: a line cannot be dragged */}
      <div
        role="separator"
        aria-orientation="horizontal"
        aria-label={say('studio.twin.resize')}
        aria-valuenow={height}
        className="twin-handle"
        tabIndex={0}
        {...handle}
      />
      <div className="twin-head">
        <Segments
          label={say('studio.twin.layers')}
          choices={tables.map(({ id, title, rows }) => ({
            id,
            name: say('studio.twin.layer', { name: title, count: number(rows.length) }),
          }))}
          value={shown.id}
          onChange={onShow}
        />
        <Button
          kind="quiet"
          label={say('studio.twin.close')}
          icon={<ChevronDown size={17} aria-hidden />}
          onPress={() => onShow(null)}
        />
      </div>
      <TwinTable key={shown.id} table={shown} />
    </section>
  );
}
