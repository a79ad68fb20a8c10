import { type Map as MapLibre, ScaleControl } from 'maplibre-gl';

/**
 * A scale that is written when the zoom changes and when the map comes to rest. MapLibre's own is written in each frame of a drag,
 * and the page laid out and painted for it.
 */
export class Scale extends ScaleControl {
  #map: MapLibre | null = null;

  override onAdd(map: MapLibre): HTMLElement {
    const element = super.onAdd(map);
    this.#map = map;
    map.off('move', this._onMove);
    map.on('zoom', this._onMove);
    map.on('moveend', this._onMove);
    return element;
  }

  override onRemove(): void {
    this.#map?.off('zoom', this._onMove);
    this.#map?.off('moveend', this._onMove);
    this.#map = null;
    super.onRemove();
  }
}
