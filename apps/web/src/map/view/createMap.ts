import type { Feature } from 'geojson';
import {
  AttributionControl,
  type LngLat,
  Map as MapLibre,
  NavigationControl,
  type Point,
  setWorkerUrl,
} from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';
import type { MapPicture } from '../../exports/png.ts';
import { type Box, type Drawn, NOTHING_DRAWN } from '../data/drawn.ts';
import { featureOf, jointOfFound, middleOf } from '../data/joint.ts';
import { addLayers, markFeature, POINTABLE, updateData, updatePins } from '../data/layers.ts';
import type { PointLayer } from '../data/pointLayer.ts';
import { DATA_DAY, DATA_NIGHT } from '../style/colors.ts';
import { type MapDescription, mapStyle } from '../style/mapStyle.ts';
import { type CardContent, HoverCard } from './hoverCard.ts';
import { type MovePin, type Pin, Pins, type PointAt, placeAt } from './pins.ts';
import { Scale } from './scale.ts';

// The worker is a file of the service: the policy of the app allows no other.
setWorkerUrl(workerUrl);

export interface Camera {
  readonly lat: number;
  readonly lng: number;
  readonly zoom: number;
}

type Theme = 'day' | 'night';

export interface Listeners {
  onClick(place: { readonly lat: number; readonly lng: number }): void;
  onMovePin: MovePin;
  onPoint: PointAt;
  onCamera(camera: Camera): void;
}

interface Options {
  readonly container: HTMLElement;
  readonly description: MapDescription;
  readonly theme: Theme;
  readonly camera: Camera;
  /** Texts of the map's own controls, by MapLibre's names. */
  readonly locale: Readonly<Record<string, string>>;
  readonly listeners: Listeners;
  /** Whether a page scrolls around the map: then a wheel and one finger move the page. */
  readonly isPartOfPage?: boolean;
}

/** A map that shows data over the ground. `data-map-state` of its container says whether everything is drawn. */
export interface TheMap {
  show(drawn: Drawn): void;
  showPins(pins: readonly Pin[]): void;
  setTheme(theme: Theme): void;
  /** Marks the feature or pin with a joint; null marks none. */
  mark(joint: string | null): void;
  /** Shows a card at the feature or pin with a joint; of an area, below the pointer that is on it. Null shows none. */
  card(joint: string | null, content: CardContent | null): void;
  /** Moves to the feature or pin with a joint where it is out of sight. */
  reveal(joint: string): void;
  /** Moves so that the box is seen, unless it fills a good part of the view already. */
  fit(box: Box): void;
  camera(): Camera;
  /** Puts the camera there at once. */
  jumpTo(camera: Camera): void;
  /** Calls a listener with each step of a move. */
  onMove(listener: (camera: Camera) => void): void;
  resize(): void;
  /** Paints the map once more and keeps what was painted, with the places on it. */
  picture(): Promise<MapPicture>;
  remove(): void;
}

/** Share of the view that a box must fill, in one direction, to be left where it is. */
const GOOD_PART = 0.25;
const PADDING_PIXELS = 48;
/** From here on pins that are dots show their signs. */
const NEAR_ZOOM = 14;
/** Height that the legend takes at most: at the lower edge, on phones at the upper one. */
const LEGEND_PIXELS = 112;

export function createMap(options: Options): TheMap {
  const { container, description, theme, camera, locale, listeners, isPartOfPage = false } = options;
  const styleOf = (wanted: Theme) => mapStyle(description, wanted, location.origin);
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const map = new MapLibre({
    container,
    style: styleOf(theme),
    center: [camera.lng, camera.lat],
    zoom: camera.zoom,
    minZoom: 3,
    maxZoom: 19,
    attributionControl: false,
    dragRotate: false,
    pitchWithRotate: false,
    cooperativeGestures: isPartOfPage,
    locale,
  });
  map.touchZoomRotate.disableRotation();
  map.addControl(new AttributionControl({ compact: false }), 'bottom-right');
  map.addControl(new NavigationControl({ showCompass: false }), 'top-right');
  map.addControl(new Scale({}), 'bottom-left');
  const pins = new Pins(map);
  pins.onMove = listeners.onMovePin;
  pins.onPoint = listeners.onPoint;

  let shown = NOTHING_DRAWN;
  let places: readonly Pin[] = [];
  let present = theme;
  let isReady = false;
  let points: PointLayer | null = null;
  let marked: string | null = null;
  let under: string | null = null;
  let pointer: LngLat | null = null;
  const hover = new HoverCard(map);
  /** The feature whose mark is on the map. */
  let drawnMark: Feature | null = null;
  /** Pins that names keep off. */
  let kept: readonly Pin[] = [];
  const cameraNow = (): Camera => {
    const { lat, lng } = map.getCenter();
    return { lat, lng, zoom: map.getZoom() };
  };
  const jointAt = (pixel: Point): string | null => {
    const no = points?.at(pixel) ?? null;
    if (no !== null) return jointOfFound(shown, 'points', no);
    const [found] = map.queryRenderedFeatures(pixel, { layers: POINTABLE });
    return found === undefined ? null : jointOfFound(shown, found.source, found.id);
  };
  const markedNow = () => (marked === null ? null : featureOf(shown, marked));
  const drawMark = () => {
    if (!isReady || drawnMark === markedNow()) return;
    drawnMark = markedNow();
    markFeature(map, drawnMark);
  };
  const keepOff = () => {
    if (isReady) updatePins(map, places, kept);
    kept = places;
  };
  const state = (value: 'loading' | 'idle' | 'error') => {
    if (container.dataset.mapState !== value) container.dataset.mapState = value;
  };
  state('loading');
  map.on('style.load', () => {
    points = addLayers(map, shown, places, present === 'day' ? DATA_DAY : DATA_NIGHT);
    isReady = true;
    kept = places;
    drawnMark = markedNow();
    markFeature(map, drawnMark);
  });
  map.on('dataloading', () => state('loading'));
  map.on('movestart', () => state('loading'));
  map.on('idle', () => state('idle'));
  map.on('error', () => state('error'));
  map.on('click', ({ lngLat }) => listeners.onClick(placeAt(lngLat)));
  const nearness = () => container.toggleAttribute('data-near', map.getZoom() >= NEAR_ZOOM);
  nearness();
  map.on('zoom', nearness);
  map.on('mousemove', ({ point, lngLat }) => {
    // Nothing is pointed at while the map is dragged.
    if (!isReady || map.isMoving()) return;
    const joint = jointAt(point);
    pointer = lngLat;
    if (joint === under) return;
    under = joint;
    listeners.onPoint(joint);
  });
  map.on('mouseout', () => {
    // What the pointer has reached since may point at something itself.
    if (under !== null) listeners.onPoint(null);
    under = null;
  });
  map.on('moveend', () => {
    // While the next page is loaded, this one is hidden: that is no move of the camera.
    if (container.offsetWidth === 0) return;
    listeners.onCamera(cameraNow());
  });

  return {
    show(drawn) {
      const isNew = isReady && points !== null && updateData(map, points, drawn, shown);
      shown = drawn;
      if (!isNew) return;
      state('loading');
      keepOff();
      drawMark();
    },
    showPins(wanted) {
      pins.show(wanted);
      places = wanted;
      keepOff();
    },
    mark(joint) {
      if (joint === marked) return;
      marked = joint;
      pins.mark(joint);
      drawMark();
    },
    card(joint, content) {
      const pin = places.find((one) => one.joint === joint);
      const feature = joint === null || pin !== undefined ? null : featureOf(shown, joint);
      const isPoint = feature?.geometry.type === 'Point';
      const middle = feature === null || !isPoint ? null : (middleOf(feature) as [number, number]);
      hover.show(pin ?? middle ?? (joint !== null && joint === under ? pointer : null), content);
    },
    reveal(joint) {
      const pin = places.find((one) => one.joint === joint);
      const feature = featureOf(shown, joint);
      const at = pin ?? (feature === null ? null : middleOf(feature));
      if (at === null) return;
      const center = 'lat' in at ? ([at.lng, at.lat] as [number, number]) : (at as [number, number]);
      if (!map.getBounds().contains(center)) map.easeTo({ center, duration: isStill ? 0 : 400 });
    },
    setTheme(wanted) {
      if (wanted === present) return;
      present = wanted;
      isReady = false;
      state('loading');
      map.setStyle(styleOf(wanted), { diff: false });
    },
    fit([west, south, east, north]) {
      const view = map.getBounds();
      const isInside = view.contains([west, south]) && view.contains([east, north]);
      const part = Math.max(
        (east - west) / (view.getEast() - view.getWest()),
        (north - south) / (view.getNorth() - view.getSouth()),
      );
      if (isInside && part > GOOD_PART) return;
      map.fitBounds([west, south, east, north], {
        padding: paddingOf(map.getContainer().clientHeight),
        maxZoom: 15,
        duration: isStill ? 0 : 400,
      });
    },
    camera: cameraNow,
    jumpTo({ lat, lng, zoom }) {
      map.jumpTo({ center: [lng, lat], zoom });
    },
    onMove(listener) {
      map.on('move', () => listener(cameraNow()));
    },
    resize() {
      if (container.offsetWidth > 0) map.resize();
    },
    picture: () =>
      new Promise((resolve) => {
        // The drawing of WebGL is there only while it is painted.
        map.once('render', () => {
          const source = map.getCanvas();
          const canvas = document.createElement('canvas');
          [canvas.width, canvas.height] = [source.width, source.height];
          canvas.getContext('2d')?.drawImage(source, 0, 0);
          const spots = places.map(({ lng, lat, sign, isDot }) => ({
            ...map.project([lng, lat]),
            sign: isDot === true ? '' : sign,
          }));
          resolve({ canvas, container, pins: spots.map(({ x, y, sign }) => ({ x, y, sign })) });
        });
        map.triggerRepaint();
      }),
    remove() {
      map.remove();
    },
  };
}

/** Room around a box, so that the legend lies over nothing of it; a low map has less. */
function paddingOf(heightPixels: number) {
  const legend = Math.min(LEGEND_PIXELS, Math.max(0, (heightPixels - 2 * PADDING_PIXELS) / 4));
  const isPhone = matchMedia('(max-width: 820px)').matches;
  return {
    top: PADDING_PIXELS + (isPhone ? legend : 0),
    bottom: PADDING_PIXELS + (isPhone ? 0 : legend),
    left: PADDING_PIXELS,
    right: PADDING_PIXELS,
  };
}
