/** Bodies that were once answered with 5xx, stopped the service for others, or were charged: the action and its input. */
export const PAST_FINDINGS: readonly (readonly [actionId: string, name: string, input: () => unknown])[] = [
  ['analysis.people_economy', 'a polygon whose ring is empty', () => polygonOf(0)],
  ['analysis.markets_sector', 'a polygon of very many empty positions', () => polygonOf(340_000)],
  ['analysis.realestate', 'a polygon of many empty positions', () => polygonOf(190_000)],
  ['enrich.points', 'very many empty points', () => ({ points: Array.from({ length: 1_390_000 }, () => ({})) })],
  ['enrich.points', 'many empty points', () => ({ points: Array.from({ length: 190_000 }, () => ({})) })],
  ['network.coverage', 'many empty stores', () => ({ stores: Array.from({ length: 190_000 }, () => ({})) })],
  ['search.addresses', 'lists in place of a text', () => ({ query: Array.from({ length: 190_000 }, () => []) })],
];

const polygonOf = (positions: number) => ({
  polygon: { type: 'Polygon', coordinates: [Array.from({ length: positions }, () => [])] },
});
