/** Ways without `highway` that people walk on, as OSRM, GraphHopper and Valhalla have them. */
export const WALKED_WAYS = [
  'railway=platform',
  'public_transport=platform',
  'man_made=pier',
  'indoor=corridor',
] as const;

/** Those that are walked on where `foot` says so. */
export const WALKED_WHERE_INVITED = [
  'man_made=bridge',
  'man_made=breakwater',
  'man_made=groyne',
  'waterway=dam',
  'waterway=weir',
  'waterway=lock_gate',
] as const;

/** What carries people and their cars over water or under mountains. */
export const CARRIED_WAYS = ['route=ferry', 'route=shuttle_train'] as const;
