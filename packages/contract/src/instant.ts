import { z } from 'zod';

/** A time as all answers carry it. */
export const instant = z.iso.datetime().describe('Time in UTC, ISO 8601').meta({ id: 'Instant' });
