import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { bandCovers, bandOpacities, classCovers, DATA_DAY, DATA_NIGHT, DAY, NIGHT, PART_OPACITY } from './colors.ts';

type Triple = readonly [number, number, number];

/** Eyes: matrices on linear light of Machado, Oliveira and Fernandes (2009), severity 1. */
const EYES: Readonly<Record<string, readonly [Triple, Triple, Triple]>> = {
  usual: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

/** Differences in CIELAB: 2.3 is just seen by the side of each other. */
const JUST_SEEN = 2.3;
const SEEN_BESIDE = 10;
const SEEN_APART = 20;
/** Lightness between neighbors that a map of three bands needs. */
const FILL_STEP = 12;
const BANDS_MAX = 10;
const CLASSES = 5;

const tokens = readFileSync(new URL('../../styles/tokens.css', import.meta.url), 'utf8');
/** Values of a token, in the order of the file: by day, by night as the system says, by night as chosen. */
const token = (name: string): string[] =>
  [...tokens.matchAll(new RegExp(`--${name}: (#\\w+);`, 'g'))].map(([, value]) => value as string);

const rgbOf = (hex: string): Triple =>
  [1, 3, 5].map((i) => Number.parseInt(hex.slice(i, i + 2), 16) / 255) as unknown as Triple;
const over = (ground: Triple, color: Triple, opacity: number): Triple =>
  ground.map((value, i) => value * (1 - opacity) + (color[i] as number) * opacity) as unknown as Triple;
const linear = (value: number): number => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);

/** CIELAB under D65 of a color as an eye sees it. */
function seen(color: Triple, eye: string): Triple {
  const light = color.map(linear);
  const [r, g, b] = (EYES[eye] as readonly Triple[]).map((row) =>
    Math.min(
      1,
      Math.max(
        0,
        row.reduce((sum, factor, i) => sum + factor * (light[i] as number), 0),
      ),
    ),
  ) as unknown as Triple;
  const [x, y, z] = [
    (0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047,
    0.2126729 * r + 0.7151522 * g + 0.072175 * b,
    (0.0193339 * r + 0.119192 * g + 0.9503041 * b) / 1.08883,
  ].map((t) => (t > 216 / 24389 ? Math.cbrt(t) : ((24389 / 27) * t + 16) / 116)) as unknown as Triple;
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

const distance = (a: Triple, b: Triple): number => Math.hypot(...a.map((value, i) => value - (b[i] as number)));

it('measures known colors', () => {
  expect(seen(rgbOf('#ff0000'), 'usual').map(Math.round)).toEqual([53, 80, 67]);
  expect(seen(rgbOf('#ffffff'), 'tritanopia').map(Math.round).map(Math.abs)).toEqual([100, 0, 0]);
  // Red and green of traffic lights are what the first two confuse.
  const [red, green] = [rgbOf('#c0392b'), rgbOf('#6f7f1f')];
  expect(distance(seen(red, 'deuteranopia'), seen(green, 'deuteranopia'))).toBeLessThan(
    distance(seen(red, 'usual'), seen(green, 'usual')) / 2,
  );
});

/** Contrast of two colors by WCAG 2.2. */
const contrast = (one: Triple, other: Triple): number => {
  const [light, dark] = [one, other]
    .map((color) => color.map(linear))
    .map(([r, g, b]) => 0.2126 * (r as number) + 0.7152 * (g as number) + 0.0722 * (b as number) + 0.05)
    .toSorted((a, b) => b - a);
  return (light as number) / (dark as number);
};

it('measures a known contrast', () => {
  expect(contrast(rgbOf('#ffffff'), rgbOf('#767676'))).toBeCloseTo(4.54, 2);
});

describe.each([
  ['day', DAY, DATA_DAY, 0],
  ['night', NIGHT, DATA_NIGHT, 1],
] as const)('by %s', (_, { land, name, quietName, halo }, colors, theme) => {
  it('names are read on the ground, by their halo, and on an area', () => {
    const around = rgbOf(halo);
    for (const text of [rgbOf(name), rgbOf(quietName)]) {
      expect(contrast(text, rgbOf(land))).toBeGreaterThan(4.5);
      expect(contrast(text, around)).toBeGreaterThan(4.5);
      const [cover = 0] = bandCovers(1);
      expect(contrast(text, over(rgbOf(land), rgbOf(colors.area), cover))).toBeGreaterThan(3);
    }
  });

  const ground = rgbOf(land);
  const [area, shared, missing] = [rgbOf(colors.area), rgbOf(colors.shared), rgbOf(colors.missing)];
  const surface = rgbOf(token('surface')[theme] as string);

  it('charts have the colors of the map', () => {
    const css = ['accent', 'data-shared', 'data-missing'].map((name) => token(name)[theme]);
    expect(css).toEqual([colors.area, colors.shared, colors.missing]);
    for (const name of ['accent', 'data-shared', 'data-missing']) expect(token(name)[2]).toBe(token(name)[1]);
  });

  /** Lightness and distance of each band from the one around it, the outermost from the ground, as an eye sees them. */
  const stepsOf = (count: number, eye: string) => {
    const bands = [ground];
    for (const opacity of bandOpacities(count)) bands.push(over(bands.at(-1) as Triple, area, opacity));
    const colorsSeen = bands.map((color) => seen(color, eye));
    return colorsSeen.slice(1).map((color, i) => ({
      lightness: Math.sign(theme - 0.5) * (color[0] - (colorsSeen[i] as Triple)[0]),
      distance: distance(color, colorsSeen[i] as Triple),
    }));
  };

  it.each(Object.keys(EYES))('%s tells one to three bands by their fills alone', (eye) => {
    for (const count of [1, 2, 3])
      for (const { lightness } of stepsOf(count, eye)) expect(lightness).toBeGreaterThanOrEqual(FILL_STEP);
  });

  it.each(Object.keys(EYES))('%s sees a step between as many bands as an area may have', (eye) => {
    for (const step of stepsOf(BANDS_MAX, eye))
      expect([step.distance >= JUST_SEEN, step.lightness >= JUST_SEEN]).toEqual([true, true]);
  });

  it.each(Object.keys(EYES))(
    '%s tells five classes of areas, also where they lie apart, and all from the ground',
    (eye) => {
      const classes = classCovers(CLASSES).map((cover) => seen(over(ground, area, cover), eye));
      const lightness = [seen(ground, eye), ...classes].map(([light]) => light);
      for (const [i, light] of lightness.slice(1).entries()) {
        const step = Math.sign(theme - 0.5) * (light - (lightness[i] as number));
        expect([i, step >= (i === 0 ? JUST_SEEN : SEEN_BESIDE)]).toEqual([i, true]);
      }
    },
  );

  it.each(Object.keys(EYES))('%s tells the parts of a reach on the map, and their colors in charts', (eye) => {
    const parts = [
      over(ground, area, PART_OPACITY.covered),
      over(ground, shared, PART_OPACITY.shared),
      over(ground, missing, PART_OPACITY.white),
    ];
    expect(closest(parts.map((color) => seen(color, eye)))).toBeGreaterThan(SEEN_BESIDE);
    expect(closest([area, shared, missing].map((color) => seen(color, eye)))).toBeGreaterThan(SEEN_APART);
    // Pale bars beside those asked about, and every mark beside the ground of a chart.
    const pale = over(surface, area, 0.45);
    expect(closest([surface, pale, area].map((color) => seen(color, eye)))).toBeGreaterThan(SEEN_APART);
  });
});

/** The least distance between two of some colors. */
const closest = (colors: readonly Triple[]): number =>
  Math.min(...colors.flatMap((a, i) => colors.slice(i + 1).map((b) => distance(a, b))));

it('bands that lie on each other hide what the legend shows', () => {
  for (let count = 1; count <= BANDS_MAX; count++) {
    let left = 1;
    const hidden = bandOpacities(count).map((opacity) => {
      left *= 1 - opacity;
      return 1 - left;
    });
    for (const [i, cover] of bandCovers(count).entries()) expect(hidden[i]).toBeCloseTo(cover, 12);
  }
});
