import { type Map as MapLibre, Marker } from 'maplibre-gl';

export interface Pin {
  /** Joins it with its row in the table and its marks in charts. */
  readonly joint: string;
  readonly name: string;
  readonly lat: number;
  readonly lng: number;
  /** Read aloud. */
  readonly label: string;
  /** Shown on it. */
  readonly sign: string;
  /** Written beside it. */
  readonly caption?: string;
  /** Whether it is the best of those compared. */
  readonly isBest?: boolean;
  /** Whether it was compared and another one is better. */
  readonly isOther?: boolean;
  /** One of many, as a dot whose sign is shown where the map is near. */
  readonly isDot?: boolean;
  /** How much it counts among the others, 0 to 1: its size and how dark it is. */
  readonly weight?: number;
  /** Closed by a plan, the outcome of the place in a background job, a corner of a polygon, or found by a search, which is not moved; null for a plain place. */
  readonly state: 'corner' | 'found' | 'closed' | 'done' | 'pending' | 'skipped' | 'failed' | null;
}

/** Called with the joint of what is pointed at or focused, and with null when it is left. */
export type PointAt = (joint: string | null) => void;
export type MovePin = (index: number, place: { readonly lat: number; readonly lng: number }) => void;

/** Diameters of pins and of dots, from the least weight to the largest. */
const [PIN, DOT] = [
  [22, 38],
  [10, 24],
] as const;
const [PLAIN_PIN, PLAIN_DOT] = [32, 12];

/** Its area grows with its weight. */
function diameterOf({ isDot = false, weight }: Pin): number {
  if (weight === undefined) return isDot ? PLAIN_DOT : PLAIN_PIN;
  const [least, most] = isDot ? DOT : PIN;
  return Math.round(Math.sqrt(least ** 2 + (most ** 2 - least ** 2) * weight));
}

const STEP_PIXELS = 8;
const LARGE_STEP_PIXELS = 48;
const DIRECTIONS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Places asked about, as buttons on the map that are dragged or moved with the arrow keys. */
export class Pins {
  readonly #map: MapLibre;
  #markers: Marker[] = [];
  #dragged: number | null = null;
  onMove: MovePin = () => {};
  onPoint: PointAt = () => {};

  constructor(map: MapLibre) {
    this.#map = map;
  }

  show(pins: readonly Pin[]): void {
    for (const marker of this.#markers.splice(pins.length)) marker.remove();
    for (const [index, pin] of pins.entries()) {
      const marker = this.#markers[index] ?? this.#add(index, pin);
      if (this.#dragged !== index) marker.setLngLat(pin);
      marker.setDraggable(pin.state !== 'found');
      const element = marker.getElement();
      element.setAttribute('aria-label', pin.label);
      element.textContent = pin.sign;
      element.dataset.joint = pin.joint;
      if (pin.state === null) delete element.dataset.state;
      else element.dataset.state = pin.state;
      if (pin.caption === undefined) delete element.dataset.caption;
      else element.dataset.caption = pin.caption;
      element.toggleAttribute('data-best', pin.isBest === true);
      element.toggleAttribute('data-other', pin.isOther === true);
      element.toggleAttribute('data-dot', pin.isDot === true);
      element.toggleAttribute('data-weighed', pin.weight !== undefined);
      element.style.setProperty('--pin', `${diameterOf(pin)}px`);
      element.style.setProperty('--depth', `${Math.round(35 + 65 * (pin.weight ?? 1))}%`);
      element.style.zIndex = pin.isBest === true ? '2' : '';
    }
  }

  /** Marks the pin of a joint. */
  mark(joint: string | null): void {
    for (const marker of this.#markers) {
      const element = marker.getElement();
      element.toggleAttribute('data-pointed', element.dataset.joint === joint);
    }
  }

  #add(index: number, pin: Pin): Marker {
    const element = document.createElement('button');
    element.type = 'button';
    element.className = 'pin';
    element.dataset.pin = String(index);
    element.addEventListener('click', (event) => event.stopPropagation());
    for (const event of ['pointerenter', 'focus'])
      element.addEventListener(event, () => this.onPoint(element.dataset.joint ?? null));
    for (const event of ['pointerleave', 'blur']) element.addEventListener(event, () => this.onPoint(null));
    element.addEventListener('keydown', (event) => this.#press(index, event));
    const marker = new Marker({ element, draggable: true, anchor: 'center' }).setLngLat(pin).addTo(this.#map);
    marker.on('dragstart', () => {
      this.#dragged = index;
    });
    marker.on('drag', () => this.onMove(index, place(marker)));
    marker.on('dragend', () => {
      this.#dragged = null;
      this.onMove(index, place(marker));
    });
    this.#markers[index] = marker;
    return marker;
  }

  #press(index: number, event: KeyboardEvent): void {
    const direction = DIRECTIONS[event.key];
    const marker = this.#markers[index];
    if (direction === undefined || marker === undefined || !marker.isDraggable()) return;
    event.preventDefault();
    event.stopPropagation();
    const step = event.shiftKey ? LARGE_STEP_PIXELS : STEP_PIXELS;
    const { x, y } = this.#map.project(marker.getLngLat());
    marker.setLngLat(this.#map.unproject([x + direction[0] * step, y + direction[1] * step]));
    this.onMove(index, place(marker));
  }
}

/** A ten-millionth of a degree is a centimeter; five digits are one meter. */
const rounded = (degrees: number): number => Math.round(degrees * 1e5) / 1e5;

export function placeAt({ lat, lng }: { readonly lat: number; readonly lng: number }) {
  return { lat: rounded(lat), lng: rounded(((((lng + 180) % 360) + 360) % 360) - 180) };
}

const place = (marker: Marker) => placeAt(marker.getLngLat());
