/** The town hall of the demo territory's capital, where the examples of all actions begin. */
export const DEMO_PLACE = { lat: -36.2, lng: -151.7 } as const;

/** Who reaches it within 5 and 10 minutes by car. */
export const DEMO_REACH = {
  origins: [DEMO_PLACE],
  bandSeconds: [300, 600],
  mode: 'car',
  traffic: 'normal',
} as const;
