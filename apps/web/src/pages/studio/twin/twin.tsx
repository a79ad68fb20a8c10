import { lazy, Suspense } from 'react';
import type { Tabled } from './deskTables.ts';
import { OpenTable, useShownTable } from './openTable.tsx';

/** Loaded when it is opened. */
const Drawer = lazy(() => import('./drawer.tsx'));

/** The table twin of map and answer, a drawer from below, open where the address names a table. */
export function Twin({ layers, result }: Tabled) {
  const [wanted, show] = useShownTable();
  if (layers.length === 0) return null;
  if (wanted === null) return <OpenTable onShow={show} />;
  return (
    <Suspense fallback={null}>
      <Drawer layers={layers} result={result} wanted={wanted} onShow={show} />
    </Suspense>
  );
}
