import { MODES, type Mode, TRAFFICS, type Traffic } from '@hinterland/catalogue';
import { catchment, reachedPoles } from '@hinterland/engine/catchment';
import { isochrones } from '@hinterland/engine/isochrone';
import { CatchmentError, type LatLng, OutsideCoverageError, SnapError } from '@hinterland/engine/query';
import type { Territory } from '@hinterland/territory';
import { CommandError } from '../terminal.ts';
import { attributionOf } from './attribution.ts';
import { catchmentSvg } from './catchmentSvg.ts';

export interface DrawRequest {
  readonly origin: LatLng;
  /** Ascending. */
  readonly minutes: readonly number[];
  readonly mode: string;
  readonly traffic: string;
  readonly widthPixels: number;
}

const MODE_WORDS: Readonly<Record<Mode, string>> = { car: 'by car', walk: 'on foot', bicycle: 'by bicycle' };

/** An inbound isochrone of one origin as an SVG document; throws CommandError where the territory cannot answer. */
export function drawCatchment(territory: Territory, request: DrawRequest): string {
  const mode = oneOf(MODES, request.mode, 'mode');
  const traffic: Traffic = oneOf(TRAFFICS, request.traffic, 'traffic');
  const limits = request.minutes.map((minutes) => minutes * 60);
  try {
    const found = catchment(territory, {
      origins: [request.origin],
      measure: 'time',
      limits,
      mode,
      traffic,
      direction: 'inbound',
    });
    const bandOfPole = new Int8Array(territory.poles.rows).fill(-1);
    const { poles, bands } = reachedPoles(found);
    poles.forEach((pole, i) => {
      bandOfPole[pole] = bands[i] as number;
    });
    const pictures = isochrones(found);
    return catchmentSvg({
      territory,
      title: `Residents within reach ${MODE_WORDS[mode]}`,
      bands: found.bands.map((band, i) => ({
        label: `${request.minutes[i]} min`,
        cumulativeResidents: band.cumulative.residents ?? band.cumulative.poles,
        polygon: pictures[i]?.polygon.coordinates ?? [],
      })),
      origins: [request.origin],
      bandOfPole: (pole) => bandOfPole[pole] as number,
      attribution: attributionOf(territory),
      widthPixels: request.widthPixels,
    });
  } catch (error) {
    if (error instanceof CatchmentError || error instanceof OutsideCoverageError || error instanceof SnapError) {
      throw new CommandError(error.message);
    }
    throw error;
  }
}

function oneOf<T extends string>(known: readonly T[], given: string, what: string): T {
  const found = known.find((value) => value === given);
  if (found === undefined) throw new CommandError(`There is no ${what} "${given}"; choose ${known.join(', ')}.`, 2);
  return found;
}
