/**
 * Valhalla's options without its wishes for and against kinds of ways (factors 1, penalties 0), which change the way and not
 * the time, and with times that are taken here: 5 km/h, no wait at gates, 15 minutes to board a ferry. Its preference for easy
 * paths cannot be switched off.
 */
const PEDESTRIAN = {
  walking_speed: 5,
  walkway_factor: 1,
  sidewalk_factor: 1,
  alley_factor: 1,
  driveway_factor: 1,
  service_factor: 1,
  maneuver_penalty: 0,
  service_penalty: 0,
  alley_penalty: 0,
  destination_only_penalty: 0,
  private_access_penalty: 0,
  // By so many seconds a short flight of stairs is slower here; long ones by a minute and more.
  step_penalty: 10,
  elevator_penalty: 0,
  gate_cost: 0,
  gate_penalty: 0,
  country_crossing_cost: 0,
  ferry_cost: 900,
  use_ferry: 0.5,
  use_tracks: 0.5,
  use_living_streets: 0.5,
  max_hiking_difficulty: 6,
} as const;

const WALKS = [PEDESTRIAN, { ...PEDESTRIAN, step_penalty: 60 }, { ...PEDESTRIAN, shortest: true }] as const;

/**
 * What is compared, and the options with which Valhalla is asked; of several ways the quickest counts. On foot it is asked on
 * the extract, and on the map of the ways that are walked here (`writeWalkersMap`).
 */
export const QUESTIONS = [
  {
    mode: 'walk',
    traffics: ['normal'],
    costing: 'pedestrian',
    options: WALKS,
    map: 'extract',
  },
  { mode: 'walk', traffics: ['normal'], costing: 'pedestrian', options: WALKS, map: 'walkers' },
  { mode: 'car', traffics: ['free', 'normal', 'heavy'], costing: 'auto', options: [{}], map: 'extract' },
] as const;

export type Question = (typeof QUESTIONS)[number];
