/** Kinds of barriers (values of `barrier` in OpenStreetMap) by what they are made for. */
const opens = [
  'no',
  'entrance',
  'gate',
  'lift_gate',
  'swing_gate',
  'sliding_gate',
  'sliding_beam',
  'hampshire_gate',
  'sally_port',
  'cattle_grid',
  'bump_gate',
  'border_control',
  'checkpoint',
  'toll_booth',
  'height_restrictor',
  'kerb',
  'coupure',
  'arch',
];
const climbed = [
  'stile',
  'kissing_gate',
  'turnstile',
  'full-height_turnstile',
  'horse_stile',
  'ditch',
  'log',
  'debris',
  'wicket_gate',
];
const runsBeside = [
  'wall',
  'fence',
  'retaining_wall',
  'city_wall',
  'hedge',
  'guard_rail',
  'cable_barrier',
  'handrail',
  'railing',
];
const stands = [
  'bollard',
  'block',
  'chain',
  'rope',
  'cycle_barrier',
  'motorcycle_barrier',
  'bus_trap',
  'sump_buster',
  'jersey_barrier',
  'planter',
  'spikes',
  'barrier_board',
  'delineators',
  'tank_trap',
];

export const BARRIERS: Readonly<Record<'opens' | 'climbed' | 'runsBeside' | 'stands', readonly string[]>> = {
  /** They open, or lie flat. */
  opens,
  /** One climbs over them, or turns or squeezes through. */
  climbed,
  /** They run beside a road. */
  runsBeside,
  /** They stand on a road and stop cars alone. */
  stands,
};
