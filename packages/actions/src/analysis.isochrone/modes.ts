import type { Catchment } from '@hinterland/engine/catchment';
import type { Detail } from '@hinterland/engine/isochrone';
import { z } from 'zod';
import { type ActionContext, ActionProblem } from '../action/action.ts';
import { bandPolygons, bands, describeBands } from '../catchments/bands.ts';
import {
  catchmentMethod,
  catchmentOf,
  describeMethod,
  describeOrigins,
  type JourneyCatchment,
  originsUsed,
} from '../catchments/catchment.ts';
import { JOURNEY_MODES } from '../input/journey.ts';
import * as figure from '../output/figure.ts';

type ComparedMode = (typeof JOURNEY_MODES)[number];

export const comparedModes = z
  .array(
    z
      .object({
        mode: z.enum(JOURNEY_MODES).meta(figure.kind()),
        available: z.boolean().meta(figure.aside()).describe('Whether the bands can be answered for this mode'),
        reason: z
          .string()
          .optional()
          .describe('Why not, where `available` is false; the members below are absent then'),
        bands: bands.optional(),
        geojson: bandPolygons('Absent with geometry false.'),
        origins: originsUsed.optional(),
        method: catchmentMethod.optional(),
      })
      .describe('The bands by one mode')
      .meta({ id: 'ComparedMode' }),
  )
  .describe('With compareModes: the same bands by every mode, the one of the call among them')
  .meta(figure.list('mode'));

interface Compared {
  readonly mode: ComparedMode;
  /** The catchment by this mode, or why there is none. */
  readonly found: Catchment | string;
}

/**
 * Returns the catchments of a call by every mode. A mode that the territory lacks, or whose roads are too far from a
 * place, has its reason. Throws ActionProblem for a departure that was given and cannot be answered.
 */
export function compareModes(context: ActionContext, input: JourneyCatchment): Compared[] {
  return JOURNEY_MODES.map((mode) => {
    try {
      return { mode, found: catchmentOf(context, { ...input, mode }) };
    } catch (error) {
      if (!(error instanceof ActionProblem) || mode === input.mode) throw error;
      if (input.departure !== undefined && !isAboutMode(error)) throw error;
      return { mode, found: error.message };
    }
  });
}

/** Whether a problem lies in the mode or its roads, and not in the time of day. */
function isAboutMode({ fields }: ActionProblem): boolean {
  const { errors = [] } = fields as { errors?: readonly { pointer: string }[] };
  return errors.some(({ pointer }) => pointer === '#/mode' || pointer.startsWith('#/origins/'));
}

/** Whether polygons are wanted, and how fine. */
interface Drawn extends Detail {
  readonly geometry: boolean;
}

export function describeModes(compared: readonly Compared[], drawn: Drawn): z.output<typeof comparedModes> {
  return compared.map(({ mode, found }) =>
    typeof found === 'string'
      ? { mode, available: false, reason: found }
      : {
          mode,
          available: true,
          ...describeBands(found, drawn.geometry, drawn),
          origins: describeOrigins(found),
          method: describeMethod(found),
        },
  );
}
