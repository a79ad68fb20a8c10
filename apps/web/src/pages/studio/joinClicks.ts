import type { TheMap } from '../../map/view/createMap.ts';

/** Shows the other half of what was pressed: the row of a pin in the column, or on the map what a row of an answer is about. */
export function joinClicks(target: EventTarget, map: TheMap | null): void {
  if (!(target instanceof Element)) return;
  const pin = target.closest<HTMLElement>('[data-pin]');
  if (pin !== null) {
    const row = [...document.querySelectorAll<HTMLElement>('[data-result] [data-joint]')].find(
      ({ dataset }) => dataset.joint === pin.dataset.joint,
    );
    row?.closest('details')?.setAttribute('open', '');
    row?.scrollIntoView({ block: 'nearest' });
    return;
  }
  const row = target.closest<HTMLElement>('[data-result] [data-joint]');
  if (row?.dataset.joint !== undefined) map?.reveal(row.dataset.joint);
}
