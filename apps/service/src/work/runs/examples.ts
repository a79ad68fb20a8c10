// Examples of the OpenAPI document. Those of a single action are the answers of the demo, see http/workedAnswers.ts.

export const INPUT = { origins: [{ lat: -36.2, lng: -151.7 }], bandSeconds: [300, 600] };

export const QUOTED = {
  actionId: 'analysis.isochrone',
  quotedCredits: 3,
  quote: {
    totalCredits: 3,
    lines: [{ tariff: 'isochrone.call', label: 'Isochrone', unit: 'call', quantity: 1, unitCredits: 3, credits: 3 }],
  },
  polesInvolved: 32_873,
  warnings: [],
};

export const EXECUTED = {
  actionId: 'analysis.isochrone',
  result: {
    bands: [
      { limitSeconds: 300, residents: 58_236.101279, cumulativeResidents: 58_236.101279 },
      { limitSeconds: 600, residents: 54_170.734394, cumulativeResidents: 112_406.835672 },
    ],
  },
  quotedCredits: 3,
  warnings: [],
};
