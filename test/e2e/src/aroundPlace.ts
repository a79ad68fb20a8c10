/** Where the examples of actions begin: the town hall of the demo's capital. */
const DEMO = { lat: -36.2, lng: -151.7 };

/** An example around another place, with distances a seventh of those on the demo island: all lie in one town. */
export function around({ lat, lng }: typeof DEMO, value: unknown): unknown {
  const [up, right] = [(y: number) => lat + (y - DEMO.lat) / 7, (x: number) => lng + (x - DEMO.lng) / 7];
  if (Array.isArray(value)) {
    const isPoint = value.length === 2 && value.every((one) => typeof one === 'number' && one < -30);
    return isPoint ? [right(value[0]), up(value[1])] : value.map((one) => around({ lat, lng }, one));
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      name,
      name === 'lat' ? up(one as number) : name === 'lng' ? right(one as number) : around({ lat, lng }, one),
    ]),
  );
}
