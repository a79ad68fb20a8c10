import { boxAround } from '../map/data/drawn.ts';
import type { MapDescription } from '../map/style/mapStyle.ts';
import { createMap } from '../map/view/createMap.ts';
import type { CardContent } from '../map/view/hoverCard.ts';
import './liveMap.css';
import { legendOf, mapOf, type SharedFeature } from './shared.ts';

const FAR_ZOOM = 4;
const NIGHT = '(prefers-color-scheme: dark)';

/** Puts a map in the place of the picture in an element, which names its data, its tiles and the texts of its controls. */
async function showMap(element: HTMLElement): Promise<void> {
  const { features: address, tiles } = element.dataset;
  const picture = element.querySelector<SVGElement>('.picture > svg');
  if (address === undefined || tiles === undefined || picture === null) return;
  const [{ features }, { territories }] = await Promise.all([
    json<{ features: readonly SharedFeature[] }>(address),
    json<{ territories: readonly MapDescription[] }>(tiles),
  ]);
  const legend = legendOf(element);
  const { drawn, pins, marks, box, names } = mapOf(features, legend);
  const territory = territories.find(({ bounds }) => box !== null && holds(bounds, box));
  if (box === null || territory === undefined) return;
  const container = document.createElement('div');
  container.className = 'live-map';
  container.setAttribute('role', 'application');
  container.setAttribute('aria-label', picture.getAttribute('aria-label') ?? '');
  picture.before(container);
  const night = matchMedia(NIGHT);
  const themeNow = () => (night.matches ? 'night' : 'day');
  const contentOf = (joint: string): CardContent | null => {
    const title = names.get(joint);
    return title === undefined ? null : { title, facts: [] };
  };
  const view = boxAround([...drawn.area, ...drawn.shapes]) ?? box;
  // From afar, so that the box is moved to whatever its size.
  const far = { lng: (view[0] + view[2]) / 2, lat: (view[1] + view[3]) / 2, zoom: FAR_ZOOM };
  const drawnOnce = new MutationObserver(() => {
    if (container.dataset.mapState !== 'idle') return;
    drawnOnce.disconnect();
    container.dataset.shown = '';
    // It is higher now than the picture was.
    map.resize();
    map.jumpTo(far);
    map.fit(view);
  });
  drawnOnce.observe(container, { attributeFilter: ['data-map-state'] });
  const map = createMap({
    container,
    // Below the picture stands where the data come from.
    description: { ...territory, attribution: '' },
    theme: themeNow(),
    camera: far,
    isPartOfPage: true,
    locale: {
      'Map.Title': container.ariaLabel ?? '',
      'NavigationControl.ZoomIn': element.dataset.zoomIn ?? '',
      'NavigationControl.ZoomOut': element.dataset.zoomOut ?? '',
      'CooperativeGesturesHandler.WindowsHelpText': element.dataset.keyControl ?? '',
      'CooperativeGesturesHandler.MacHelpText': element.dataset.keyCommand ?? '',
      'CooperativeGesturesHandler.MobileHelpText': element.dataset.fingers ?? '',
    },
    listeners: {
      onClick: () => {},
      onMovePin: () => {},
      onCamera: () => {},
      onPoint: (joint) => {
        map.mark(joint);
        map.card(joint, joint === null ? null : contentOf(joint));
      },
    },
  });
  map.show(drawn);
  map.showPins(pins);
  for (const [i, pin] of container.querySelectorAll<HTMLElement>('.pin').entries()) pin.dataset.mark = marks[i] ?? '';
  map.fit(view);
  night.addEventListener('change', () => map.setTheme(themeNow()));
  new ResizeObserver(() => map.resize()).observe(container);
}

async function json<T>(address: string): Promise<T> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return (await answer.json()) as T;
}

/** Whether bounds hold the middle of a box. */
function holds(
  [west = 0, south = 0, east = 0, north = 0]: readonly number[],
  box: readonly [number, number, number, number],
): boolean {
  const [lng, lat] = [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2];
  return lng >= west && lng <= east && lat >= south && lat <= north;
}

const element = document.querySelector<HTMLElement>('[data-live-map]');
// Without a map, the picture stays.
if (element !== null) showMap(element).catch(() => {});
