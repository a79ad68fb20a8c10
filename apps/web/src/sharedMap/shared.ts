import type { Feature } from 'geojson';
import { type Box, boxAround, type Drawn } from '../map/data/drawn.ts';
import { jointOf } from '../map/data/joint.ts';
import type { Pin } from '../map/view/pins.ts';

/** A feature of the exported layers: it names its layer, as the legend of the page does. */
export type SharedFeature = Feature & { readonly properties: Readonly<Record<string, unknown>> };

export interface SharedLegend {
  /** What the legend says of a layer: "Within 10 min · 112,885". */
  readonly text: string;
  /** Whether its features were asked about. */
  readonly isAsked: boolean;
  /** The form of its marks. */
  readonly mark: 'diamond' | 'square' | 'closed' | 'dot';
}

export interface SharedMap {
  readonly drawn: Drawn;
  /** Places asked about. */
  readonly pins: readonly Pin[];
  /** The forms of the pins. */
  readonly marks: readonly SharedLegend['mark'][];
  /** Around everything; null around nothing. */
  readonly box: Box | null;
  /** What is said of a feature that is pointed at, by its joint. */
  readonly names: ReadonlyMap<string, string>;
}

/** More places asked about are drawn as points, and without names beside them from fewer on. */
const PINS_MAX = 200;
const NAMES_MAX = 12;

/** What the legend of a page says, by the layers of the features. */
export function legendOf(page: ParentNode): ReadonlyMap<string, SharedLegend> {
  const entries = [...page.querySelectorAll<HTMLElement>('[data-legend]')].map((entry) => {
    const [level = '', ...kind] = (entry.dataset.legend ?? '').split(' ');
    const has = (mark: string) => entry.querySelector(`.${mark}`) !== null;
    const mark = has('opened') ? 'diamond' : ((['diamond', 'square', 'closed'] as const).find(has) ?? 'dot');
    return [kind.join(' '), { text: entry.textContent?.trim() ?? '', isAsked: level === 'places', mark }] as const;
  });
  return new Map(entries);
}

/** The layers of an exported answer as the map draws them. */
export function mapOf(features: readonly SharedFeature[], legend: ReadonlyMap<string, SharedLegend>): SharedMap {
  const entryOf = ({ properties }: SharedFeature) => legend.get(String(properties.layer));
  const polygons = features.filter(({ geometry }) => geometry.type !== 'Point');
  const points = features.filter(({ geometry }) => geometry.type === 'Point');
  const asked = points.filter((one) => entryOf(one)?.isAsked === true);
  const arePins = asked.length <= PINS_MAX;
  const isBand = ({ properties }: SharedFeature) => 'limitSeconds' in properties || 'limitMeters' in properties;
  const drawn: Drawn = {
    area: polygons.filter(isBand),
    shapes: polygons
      .filter((one) => !isBand(one))
      .map((one) => ({ ...one, properties: { part: one.properties.layer, ...one.properties } })),
    points: arePins ? points.filter((one) => !asked.includes(one)) : points,
  };
  const nameOf = (one: SharedFeature): string => ownName(one) ?? entryOf(one)?.text ?? '';
  const pins = (arePins ? asked : []).map((one): Pin => {
    const [lng = 0, lat = 0] = one.geometry.type === 'Point' ? one.geometry.coordinates : [];
    const name = nameOf(one);
    const own = ownName(one);
    return {
      joint: jointOf('points', one, 0),
      name,
      lat,
      lng,
      label: name,
      sign: '',
      isDot: true,
      state: entryOf(one)?.mark === 'closed' ? 'closed' : 'found',
      ...(asked.length <= NAMES_MAX && own !== null ? { caption: own } : {}),
    };
  });
  const layers = [
    ...drawn.area.map((one, i) => [jointOf('area', one, i), one] as const),
    ...drawn.shapes.map((one, i) => [jointOf('shapes', one, i), one] as const),
    ...points.map((one, i) => [jointOf('points', one, i), one] as const),
  ];
  return {
    drawn,
    pins,
    marks: asked.map((one) => entryOf(one)?.mark ?? 'dot'),
    box: boxAround(features),
    names: new Map(layers.map(([joint, one]) => [joint, nameOf(one as SharedFeature)])),
  };
}

/** The name of a place or of an area, else what its owner calls a place; null where it has neither. */
function ownName({ geometry, properties: { name, id } }: SharedFeature): string | null {
  if (typeof name === 'string' && name !== '') return name;
  return geometry.type === 'Point' && (typeof id === 'string' || typeof id === 'number') ? String(id) : null;
}
