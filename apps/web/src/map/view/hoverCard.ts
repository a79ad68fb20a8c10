import { type LngLatLike, type Map as MapLibre, Marker } from 'maplibre-gl';

/** What a card says of what is pointed at. */
export interface CardContent {
  readonly title: string;
  readonly facts: readonly { readonly name: string; readonly text: string }[];
}

/** Room between a place and its card. */
const BESIDE_PIXELS = 20;

/** A card beside what is pointed at, on the side that has room. Tables have the same, and they are what is read aloud. */
export class HoverCard {
  readonly #map: MapLibre;
  #marker: Marker | null = null;

  constructor(map: MapLibre) {
    this.#map = map;
  }

  show(at: LngLatLike | null, content: CardContent | null): void {
    this.#marker?.remove();
    this.#marker = null;
    if (at === null || content === null) return;
    const isLeft = this.#map.project(at).x < this.#map.getContainer().clientWidth / 2;
    this.#marker = new Marker({
      element: cardOf(content),
      anchor: isLeft ? 'left' : 'right',
      offset: [isLeft ? BESIDE_PIXELS : -BESIDE_PIXELS, 0],
    })
      .setLngLat(at)
      .addTo(this.#map);
    this.#marker.getElement().ariaHidden = 'true';
  }
}

function cardOf({ title, facts }: CardContent): HTMLElement {
  const card = document.createElement('div');
  card.className = 'map-card';
  const add = (parent: HTMLElement, tag: string, text: string) => {
    const element = document.createElement(tag);
    element.textContent = text;
    parent.append(element);
  };
  if (title !== '') add(card, 'strong', title);
  const list = document.createElement('dl');
  for (const { name, text } of facts) {
    add(list, 'dt', name);
    add(list, 'dd', text);
  }
  if (facts.length > 0) card.append(list);
  return card;
}
