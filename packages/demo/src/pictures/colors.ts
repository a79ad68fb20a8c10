/** Colors of the pictures: a paper map, with strong colors for what a picture is about. */
export const INK = '#2b2f33';
export const PAPER = '#fbfaf6';
export const SEA = '#d7e6ec';
export const LAND = '#f4f0e4';
export const RIVER = '#9cc4d6';
export const COAST = '#8fb0bd';
export const GREEN = '#d5dfbf';
export const ESTATE = '#e6dfd0';

/** Roads by class: width in pixels at one pixel per 10 m, and color. */
export const ROADS: Readonly<Record<string, { readonly color: string; readonly width: number }>> = {
  motorway: { color: '#b8452f', width: 3.4 },
  motorway_link: { color: '#b8452f', width: 1.6 },
  trunk: { color: '#d9772b', width: 3 },
  primary: { color: '#e0973a', width: 2.6 },
  secondary: { color: '#e9c165', width: 2.2 },
  tertiary: { color: '#857b6b', width: 1.6 },
};
export const STREET = '#a9a297';
export const PATH = '#7fa06a';

/** Five steps from little to much, readable without colors. */
export const STEPS = ['#eeda9f', '#e6b777', '#d9905f', '#b65b4b', '#7c2f45'] as const;

/** Fields that lie side by side. */
export const FIELDS = ['#d8c3a5', '#b9cfae', '#c7bcd6', '#e3b9a8', '#aecbd0', '#e4d48f', '#c9d3dd'] as const;
