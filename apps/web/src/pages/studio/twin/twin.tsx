import { Table2 } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useText } from '../../../text/index.ts';
import { Button } from '../../../ui/button.tsx';
import { look, useLooked } from '../useLooked.ts';
import type { Tabled } from './deskTables.ts';

/** Loaded when it is opened. */
const Drawer = lazy(() => import('./drawer.tsx'));

/** Names no table: the first one is shown then. */
const FIRST = 'first';

/** The table twin of map and answer, a drawer from below, open where the address names a table. */
export function Twin({ layers, result }: Tabled) {
  const { say } = useText();
  const wanted = useLooked().get('table');
  const show = (id: string | null) =>
    look((before) => {
      const next = new URLSearchParams(before);
      if (id === null) next.delete('table');
      else next.set('table', id);
      return next;
    });
  if (layers.length === 0) return null;
  if (wanted === null)
    return (
      <div className="twin-closed">
        <Button icon={<Table2 size={16} aria-hidden />} onPress={() => show(FIRST)}>
          {say('studio.twin.open')}
        </Button>
      </div>
    );
  return (
    <Suspense fallback={null}>
      <Drawer layers={layers} result={result} wanted={wanted} onShow={show} />
    </Suspense>
  );
}
