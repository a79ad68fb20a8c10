/** The town hall of the demo territory's capital, where the examples of all actions begin. */
export const DEMO_PLACE = { lat: -36.2, lng: -151.7 } as const;
