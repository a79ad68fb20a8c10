import { describe, expect, it } from 'vitest';
import type { Camera, TheMap } from './createMap.ts';
import { syncCameras } from './syncCameras.ts';

/** A map without a picture: it says that it moves whenever its camera is put somewhere, as MapLibre does. */
function bareMap(at: Camera) {
  const listeners: ((camera: Camera) => void)[] = [];
  const map = {
    at,
    moves: 0,
    camera: () => map.at,
    jumpTo(camera: Camera) {
      map.at = camera;
      map.moves++;
      for (const listener of listeners) listener(camera);
    },
    onMove: (listener: (camera: Camera) => void) => void listeners.push(listener),
  };
  return map;
}
const spot = (zoom: number): Camera => ({ lat: zoom, lng: -zoom, zoom });

describe('two maps that move together', () => {
  it('begin where the first is, and each follows the other once', () => {
    const [first, second] = [bareMap(spot(1)), bareMap(spot(2))];
    syncCameras(first as unknown as TheMap, second as unknown as TheMap);
    expect([first.at, second.at]).toEqual([spot(1), spot(1)]);
    expect([first.moves, second.moves]).toEqual([0, 1]);
    first.jumpTo(spot(3));
    expect([first.at, second.at, first.moves, second.moves]).toEqual([spot(3), spot(3), 1, 2]);
    second.jumpTo(spot(4));
    expect([first.at, second.at, first.moves, second.moves]).toEqual([spot(4), spot(4), 2, 3]);
  });
});
