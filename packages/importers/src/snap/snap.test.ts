import type { Mode } from '@hinterland/catalogue';
import { describe, expect, test } from 'vitest';
import { buildGraph } from '../graph/build.ts';
import { OsmBuilder } from '../map/osmBuilder.ts';
import { type Drawing, drawOsm } from '../map/testing/drawOsm.ts';
import { PoleStreets } from './poleStreets.ts';
import { snapPoles } from './snap.ts';

const STREET = { highway: 'residential' };

/** Poles at letters that no way uses; answers "edge's ends, meters along, meters away" per pole, null for none. */
function snapLetters(picture: string, drawing: Drawing, poles: string, mode: Mode = 'car') {
  const drawn = drawOsm(picture, drawing);
  const graph = buildGraph(drawn.map);
  const at = poles.split('').map((letter) => drawn.position(letter).map((degrees) => Math.round(degrees * 1e6)));
  const lngs = Int32Array.from(at, ([lng]) => lng!);
  const lats = Int32Array.from(at, ([, lat]) => lat!);
  const snaps = snapPoles(graph, lngs, lats)[mode];
  const letters = picture.match(/[A-Za-z0-9]/g)!;
  const letterOf = (node: number) =>
    letters.find((letter) => {
      const [lng, lat] = drawn.position(letter);
      const isLng = Math.round(lng * 1e6) === graph.nodes.lngMicrodegrees[node];
      return isLng && Math.round(lat * 1e6) === graph.nodes.latMicrodegrees[node];
    });
  const answers: (string | null)[] = at.map(() => null);
  snaps.pole.forEach((pole, row) => {
    const edge = snaps.edge[row]!;
    const [from, to] = [letterOf(graph.edges.fromNode[edge]!)!, letterOf(graph.edges.toNode[edge]!)!];
    const length = graph.edges.lengthMillimeters[edge]!;
    // Positions are told from the letter that comes first in the alphabet.
    const along = from <= to ? snaps.positionMillimeters[row]! : length - snaps.positionMillimeters[row]!;
    const ends = [from, to].sort((a, b) => a.localeCompare(b)).join('');
    answers[pole] = `${ends} ${Math.round(along / 1000)} ${Math.round(snaps.accessMillimeters[row]! / 1000)}`;
  });
  return { answers, snaps };
}

describe('where a pole is fastened', () => {
  test('at the nearest place of the nearest street, with bends', () => {
    const { answers } = snapLetters(
      `
      a-------b
        p   q |
              |r
              c      s`,
      { ways: [['abc', STREET]] },
      'pqrs',
    );
    expect(answers).toEqual(['ac 50 50', 'ac 150 50', 'ac 300 25', 'ac 350 175']);
  });

  test('only on streets that the mode may use', () => {
    const drawing: Drawing = {
      ways: [
        ['ab', STREET],
        ['bd', STREET],
        ['cd', { highway: 'footway' }],
      ],
    };
    const picture = `
      a-------b
              |
         p    |
      c-------d`;
    expect(snapLetters(picture, drawing, 'p', 'car').answers).toEqual(['ad 75 100']);
    expect(snapLetters(picture, drawing, 'p', 'walk').answers).toEqual(['cd 75 50']);
  });

  test('only on streets of the main component', () => {
    const picture = `
      a---b---c

            p
          d---e`;
    const drawing: Drawing = {
      ways: [
        ['ab', STREET],
        ['bc', { ...STREET, name: 'x' }],
        ['de', STREET],
      ],
    };
    expect(snapLetters(picture, drawing, 'p').answers).toEqual(['bc 50 100']);
  });

  test('nowhere beyond 1,600 m, and the pole is reported', () => {
    const { answers, snaps } = snapLetters(
      'a---b      p      q',
      { ways: [['ab', STREET]], metersPerCharacter: 225 },
      'pq',
    );
    expect(answers).toEqual(['ab 900 1575', null]);
    expect([...snaps.beyond]).toEqual([1]);
  });

  test('never on the passage through a barrier', () => {
    const drawing: Drawing = { ways: [['abc', STREET]], nodes: { b: { barrier: 'bollard' } } };
    const picture = `
      a---b---c
          p`;
    expect(snapLetters(picture, drawing, 'p', 'walk').answers[0]).toMatch(/^(ab 100|bc 0) 50$/);
  });

  test('on the street that is open both ways, of two that are equally near', () => {
    const picture = `
      p

          b---c
          |
          a`;
    for (const [ab, bc, expected] of [
      [{ oneway: 'yes' }, {}, 'bc 0 141'],
      [{}, { oneway: 'yes' }, 'ab 100 141'],
    ] as const) {
      const ways: Drawing['ways'] = [
        ['ab', { ...STREET, ...ab }],
        ['bc', { ...STREET, ...bc }],
        ['ca', { ...STREET, name: 'x' }],
      ];
      expect(snapLetters(picture, { ways }, 'p').answers).toEqual([expected]);
    }
  });

  test('rows are ordered by edge, position and pole', () => {
    const { snaps } = snapLetters(
      `
      a-------b-------c
       2 1  3   6  5 4`,
      {
        ways: [
          ['ab', STREET],
          ['bc', { ...STREET, name: 'x' }],
        ],
      },
      '123456',
    );
    const poles = [...snaps.pole].map((pole) => pole + 1).join('');
    // Edges may run either way, so may their poles; 2 and 6 name the edges.
    expect(['213', '312'].some((run) => poles.startsWith(run) || poles.endsWith(run))).toBe(true);
    expect(['654', '456'].some((run) => poles.startsWith(run) || poles.endsWith(run))).toBe(true);
    for (let row = 1; row < snaps.edge.length; row++) {
      const isSameEdge = snaps.edge[row] === snaps.edge[row - 1];
      expect(snaps.edge[row]! >= snaps.edge[row - 1]!).toBe(true);
      if (isSameEdge) expect(snaps.positionMillimeters[row]! >= snaps.positionMillimeters[row - 1]!).toBe(true);
    }
  });
});

describe('streets that nobody joins from a door', () => {
  test.each<[string, Record<string, string>]>([
    ['a motorway', { highway: 'motorway', oneway: 'no' }],
    ['a ramp', { highway: 'motorway_link' }],
    ['a tunnel', { ...STREET, tunnel: 'yes' }],
    ['a ferry', { route: 'ferry' }],
  ])('%s is passed over for a street within 350 m', (_, near) => {
    // 75 m to the avoided road, 300 m to the street: within 350 m, though four times as far.
    const picture = `
      a---------------------------c
                  p



      d---------------------------b`;
    const drawing = (tags: Record<string, string>): Drawing => ({
      ways: [
        ['ac', tags],
        ['cb', STREET],
        ['bd', { ...STREET, name: 'x' }],
        ['da', STREET],
      ],
      metersPerCharacter: 37.5,
    });
    expect(snapLetters(picture, drawing(near), 'p').answers).toEqual(['bd 600 300']);
    expect(snapLetters(picture, drawing({ ...STREET, name: 'y' }), 'p').answers).toEqual(['ac 450 75']);
  });

  test('a motorway is taken where the next street is more than 350 m and three times as far', () => {
    const drawing: Drawing = {
      ways: [
        ['ac', { highway: 'motorway', oneway: 'no' }],
        ['cb', STREET],
        ['bd', STREET],
        ['da', STREET],
      ],
      metersPerCharacter: 100,
    };
    const tall = `
      a--------------------c
               p



      d--------------------b`;
    // 200 m to the motorway, 800 m to the street.
    expect(snapLetters(tall, drawing, 'p').answers[0]).toBe('ac 900 200');
  });
});

describe('private ways', () => {
  /** A house 50 m from a private way and so far from the street before it; 200 m from any other. */
  const home = (metersToStreet: number) =>
    snapLetters(
      `
      e---------------f
              p
${'\n'.repeat(metersToStreet / 50 - 1)}      a---------------b---c`,
      {
        ways: [
          ['ab', STREET],
          ['bc', { ...STREET, name: 'x' }],
          ['bf', { ...STREET, name: 'y' }],
          ['ef', { highway: 'service', access: 'private' }],
        ],
      },
      'p',
    ).answers;

  test('a house with a drive stands on the street before it', () => {
    expect(home(50)).toEqual(['ab 200 50']);
  });

  test('a house deep behind a gate stands on its private way', () => {
    expect(home(300)).toEqual(['ef 200 50']);
  });
});

describe('an island of its own', () => {
  /** A street with a dead end of 10 m at each of `ends` places, so that its network has twice as many nodes. */
  const withDeadEnds = (builder: OsmBuilder, lat: number, lng: number, ends: number) => {
    const along = Array.from({ length: ends }, (_, i) => builder.addNode(lat, lng + i * 0.0005));
    builder.addWay(along, STREET);
    along.forEach((node, i) => {
      builder.addWay([node, builder.addNode(lat - 0.0001, lng + i * 0.0005)], { ...STREET, name: `${i}` });
    });
  };
  /** Meters from a pole 10 m beside the island's street to the road that it joins; the mainland lies as far as given. */
  const joined = (islandEnds: number, metersToMainland: number) => {
    const builder = new OsmBuilder();
    withDeadEnds(builder, 50, 7, 40);
    const north = 50 + metersToMainland / 111_195;
    withDeadEnds(builder, north, 7, islandEnds);
    const graph = buildGraph(builder.build());
    const snaps = snapPoles(graph, Int32Array.of(7_000_250), Int32Array.of(Math.round((north + 0.00009) * 1e6))).car;
    return Math.round(snaps.accessMillimeters[0]! / 1000);
  };

  test('serves its places from 40 nodes on, where the largest network is far', () => {
    expect(joined(20, 800)).toBe(10);
    expect(joined(19, 800)).toBe(810);
  });

  test('leaves those that have the largest network within 350 m', () => {
    expect(joined(20, 300)).toBe(310);
    expect(joined(20, 345)).toBe(10);
  });
});

describe('the street that an address names', () => {
  /** Meters away by the name of the pole's street; Elm Street runs 20 m north, Oak Street so far south. */
  const away = (oakMeters: number, street: string, elm: Record<string, string> = { name: 'Elm Street' }) => {
    const builder = new OsmBuilder();
    const node = (meters: number, lng: number) => builder.addNode(50 + meters / 111_195, lng);
    const [a, b, c, d] = [node(20, 7), node(20, 7.01), node(-oakMeters, 7.01), node(-oakMeters, 7)];
    builder.addWay([a, b], { highway: 'residential', ...elm });
    builder.addWay([b, c], STREET);
    builder.addWay([c, d], { highway: 'residential', name: 'Oak Street' });
    const graph = buildGraph(builder.build());
    const text = ['', ...graph.streetNames.slice(1), street];
    const streets = new PoleStreets(
      {
        texts: { rows: text.length, text: { at: (row) => text[row]! } },
        edges: { street: graph.edgeStreet },
        addresses: { rows: 1, pole: Uint32Array.of(0), street: Uint32Array.of(text.length - 1) },
      },
      1,
      ['US'],
    );
    const { car } = snapPoles(graph, Int32Array.of(7_005_000), Int32Array.of(50_000_000), streets);
    return [Math.round(car.accessMillimeters[0]! / 1000), car.moved];
  };

  test('is joined within 100 m, however it is written', () => {
    expect(away(60, 'Oak Street')).toEqual([60, 1]);
    expect(away(60, 'OAK ST.')).toEqual([60, 1]);
    expect(away(99, 'Oak Street')).toEqual([99, 1]);
    expect(away(101, 'Oak Street')).toEqual([20, 0]);
  });

  test('changes nothing for its own street, another name, no name, or a nearest way without a name', () => {
    expect(away(60, 'Elm Street')).toEqual([20, 0]);
    expect(away(60, 'Ash Street')).toEqual([20, 0]);
    expect(away(60, '')).toEqual([20, 0]);
    expect(away(60, 'Oak Street', {})).toEqual([20, 0]);
  });
});
