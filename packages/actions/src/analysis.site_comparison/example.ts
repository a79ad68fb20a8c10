/** Two sites for a supermarket near the demo capital. */
export const example = {
  candidates: [
    { id: 'centre', lat: -36.2, lng: -151.7, name: 'Town hall' },
    { id: 'north', lat: -36.185, lng: -151.705, name: 'North' },
  ],
  bandSeconds: [300, 600],
  mode: 'car',
  traffic: 'normal',
  sectorCode: 'food.supermarket',
};
