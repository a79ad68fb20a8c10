import { pointInMultiPolygon } from '@hinterland/geo';
import { describe, expect, it } from 'vitest';
import { OsmBuilder } from '../map/osmBuilder.ts';
import { Report } from '../report/report.ts';
import { backdropOfMap } from './backdropOfMap.ts';

const BOX = { west: 0, south: 0, east: 10, north: 10 };

describe('the backdrop of a map', () => {
  const map = new OsmBuilder();
  const way = (tags: Record<string, string>, ...places: [number, number][]) =>
    map.addWay(
      places.map(([lng, lat]) => map.addNode(lat, lng)),
      tags,
    );
  const closed = (tags: Record<string, string>, ...places: [number, number][]) => {
    const nodes = places.map(([lng, lat]) => map.addNode(lat, lng));
    map.addWay([...nodes, nodes[0]!], tags);
  };
  // A coast of two ways that meet in a node, the later one first.
  const middle = map.addNode(5, 5);
  map.addWay([middle, map.addNode(5, 11)], { natural: 'coastline' });
  map.addWay([map.addNode(5, -1), middle], { natural: 'coastline' });
  closed({ building: 'yes', name: 'Rathaus' }, [1, 7], [1.1, 7], [1.1, 7.1]);
  closed({ building: 'no' }, [2, 7], [2.1, 7], [2.1, 7.1]);
  closed({ landuse: 'forest', name: 'Stadtwald' }, [3, 7], [4, 7], [4, 8]);
  closed({ natural: 'water', tunnel: 'yes' }, [5, 7], [6, 7], [6, 8]);
  way({ railway: 'rail' }, [1, 9], [9, 9]);
  way({ railway: 'subway', tunnel: 'yes' }, [1, 9], [9, 8]);
  way({ waterway: 'stream', name: 'Bach' }, [1, 6], [2, 6]);
  map.addNode(8, 8, { place: 'town', name: 'Aldorf', population: '5200' });
  map.addNode(8, 9, { place: 'hamlet', name: 'Öd', population: 'about 12' });
  map.addNode(8, 9, { place: 'hamlet' });
  map.addNode(8, 9, { place: 'continent', name: 'Atlantis' });
  const features = [...backdropOfMap(map.build(), BOX, new Report('test'))];

  it('has what is seen from above, with its name', () => {
    expect(features.map(({ kind, name, population }) => [kind, name, population])).toEqual([
      ['ocean', '', 0],
      ['building', '', 0],
      ['forest', 'Stadtwald', 0],
      ['rail', '', 0],
      ['stream', 'Bach', 0],
      ['town', 'Aldorf', 5200],
      ['hamlet', 'Öd', 0],
    ]);
  });

  it('has the ocean on the right of its coast', () => {
    const [ocean] = features;
    expect([1, 9].map((lat) => pointInMultiPolygon(5, lat, ocean!.parts))).toEqual([true, false]);
  });
});
