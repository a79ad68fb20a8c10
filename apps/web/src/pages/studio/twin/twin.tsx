import { ChevronDown, Table2 } from 'lucide-react';
import type { LayerName } from '../../../map/data/joint.ts';
import type { LayerTable } from '../../../map/data/rows.ts';
import { useText } from '../../../text/index.ts';
import { Button } from '../../../ui/button.tsx';
import { useFormat } from '../../../ui/format.ts';
import { Segments } from '../../../ui/segments.tsx';
import { look, useLooked } from '../useLooked.ts';
import { TwinTable } from './twinTable.tsx';
import { useHeight } from './useHeight.ts';

/** The table twin of the map, a drawer from below: a table for each layer, open where the address names one. */
export function Twin({ tables }: { tables: readonly LayerTable[] }) {
  const { say } = useText();
  const { number } = useFormat();
  const search = useLooked();
  const { height, handle } = useHeight();
  const wanted = search.get('table');
  const shown = wanted === null ? undefined : (tables.find(({ layer }) => layer === wanted) ?? tables[0]);
  const show = (layer: LayerName | null) =>
    look((before) => {
      const next = new URLSearchParams(before);
      if (layer === null) next.delete('table');
      else next.set('table', layer);
      return next;
    });
  const [first] = tables;
  if (first === undefined) return null;
  if (shown === undefined)
    return (
      <div className="twin-closed">
        <Button icon={<Table2 size={16} aria-hidden />} onPress={() => show(first.layer)}>
          {say('studio.twin.open')}
        </Button>
      </div>
    );
  return (
    <section
      className="twin"
      style={{ blockSize: height }}
      aria-label={say('studio.twin.title')}
      data-twin={shown.layer}
    >
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
          choices={tables.map(({ layer, rows }) => ({
            id: layer,
            name: say('studio.twin.layer', { name: say(`studio.twin.${layer}`), count: number(rows.length) }),
          }))}
          value={shown.layer}
          onChange={show}
        />
        <Button
          kind="quiet"
          label={say('studio.twin.close')}
          icon={<ChevronDown size={17} aria-hidden />}
          onPress={() => show(null)}
        />
      </div>
      <TwinTable key={shown.layer} table={shown} />
    </section>
  );
}
