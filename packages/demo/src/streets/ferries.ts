import { FERRIES } from '../plan/ferries.ts';
import type { Terrain } from '../terrain/terrain.ts';
import { ashore, jointTie } from './ashore.ts';
import { LEVEL, type Line, line, placeKey, type Tie } from './line.ts';

/** Ferry lines and the piers that lead to them. */
export function ferries(terrain: Terrain): Line[] {
  return FERRIES.flatMap((ferry) => {
    const piers = [ferry.fromPier, ferry.toPier].map((course) => {
      const points = [ashore(terrain, course[0]!), ...course.slice(1)];
      const key = `pier ${placeKey(course.at(-1)!)}`;
      const quay: Tie = { key, point: points.at(-1)!, level: LEVEL.water };
      const ties = [jointTie(terrain, course[0]!), quay];
      const pier = ferry.cars
        ? line(points, 'service', 'drawn', { name: 'Ferry Wharf', ties })
        : line(points, 'footway', 'drawn', { ties });
      return { pier, quay };
    });
    const [from, to] = piers;
    const tags = {
      route: 'ferry',
      duration: ferry.duration,
      foot: 'yes',
      bicycle: 'yes',
      motor_vehicle: ferry.cars ? 'yes' : 'no',
    };
    return [
      from!.pier,
      to!.pier,
      line([...ferry.crossing], 'ferry', 'drawn', {
        name: ferry.name,
        tags,
        level: LEVEL.water,
        ties: [from!.quay, to!.quay],
      }),
    ];
  });
}
