import { SNAP_HARD_LIMIT_METERS, SNAP_LIMIT_METERS } from '@hinterland/actions';
import { MODES } from '@hinterland/catalogue';
import { COLUMN_ROLES } from '@hinterland/catalogue/columns';
import { z } from 'zod';
import type { Mapping } from './roles.ts';

// Bodies of the routes of datasets.

/** Query of an upload. */
export const uploadFields = {
  name: z.string().trim().min(1).max(255).prefault(''),
  territory: z.string().min(1).max(100).nullable().default(null),
  encoding: z.string().min(1).max(40).nullable().default(null),
};
export const mappingBody = z.object({
  /** Names of columns by role; what is left out or null has none. */
  mapping: z
    .partialRecord(z.enum(COLUMN_ROLES), z.string().nullable())
    .transform(
      (roles): Mapping => Object.fromEntries(Object.entries(roles).filter(([, name]) => typeof name === 'string')),
    ),
});
export const snapBody = z.object({
  mode: z.enum(MODES),
  maxMeters: z.number().positive().max(SNAP_HARD_LIMIT_METERS).default(SNAP_LIMIT_METERS),
});
