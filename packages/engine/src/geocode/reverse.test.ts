import { haversineMeters, SeededRandom } from '@hinterland/geo';
import { describe, expect, it } from 'vitest';
import { addressTown } from '../testing/addressTown.ts';
import { nearestPoles } from './reverse.ts';

describe('the nearest poles', () => {
  it('are those that a look at every pole finds', () => {
    const random = new SeededRandom(5);
    const town = addressTown(
      Array.from({ length: 400 }, (_, i) => ({
        number: `${i}`,
        street: 'A',
        lng: 10 + random.next() * 0.2,
        lat: 60 + random.next() * 0.1,
      })),
    );
    const { lngMicrodegrees, latMicrodegrees, rows } = town.poles;
    for (let i = 0; i < 60; i++) {
      const place = { lng: 9.9 + random.next() * 0.4, lat: 59.9 + random.next() * 0.3 };
      const all = Array.from({ length: rows }, (_, pole) => ({
        pole,
        meters: haversineMeters(place.lng, place.lat, lngMicrodegrees[pole]! / 1e6, latMicrodegrees[pole]! / 1e6),
      })).sort((a, b) => a.meters - b.meters || a.pole - b.pole);
      const within = all.filter(({ meters }) => meters <= 5000).slice(0, 7);
      expect(nearestPoles(town, place, 7, 5000).map(({ pole }) => pole)).toEqual(within.map(({ pole }) => pole));
    }
  });

  it('have all their addresses', () => {
    const town = addressTown([
      { number: '2', street: 'B', lng: 1 },
      { number: '1', street: 'A', lng: 1 },
      { number: '1', street: 'C', lng: 2 },
    ]);
    const streetsAt = (lng: number) =>
      nearestPoles(town, { lng, lat: 0 }, 1, 1)[0]!.addresses.map((row) =>
        town.texts.text.at(town.addresses.street[row]!),
      );
    expect([streetsAt(1), streetsAt(2)]).toEqual([['A', 'B'], ['C']]);
    expect(nearestPoles(town, { lng: 1, lat: 0 }, 1, 1)[0]).toMatchObject({
      pole: 0,
      distanceMeters: 0,
      addresses: [0, 1],
    });
    expect(nearestPoles(town, { lng: 50, lat: 0 }, 1, 1000)).toEqual([]);
  });
});
