import { SNAP_HARD_LIMIT_METERS, SNAP_LIMIT_METERS, salesTableOptions } from '@hinterland/actions';
import { MODES } from '@hinterland/catalogue';
import { COLUMN_ROLES, type ColumnRole } from '@hinterland/catalogue/columns';
import { z } from 'zod';
import type { Mapping, Positions } from './roles.ts';

// Bodies of the routes of datasets.

/** Positions of columns by their role, as text: `name:0,lat:2,lng:3`. */
const columnRoles = z
  .string()
  .max(400)
  .regex(/^([a-z]+:\d{1,3}(,[a-z]+:\d{1,3})*)?$/, 'roles names columns by their position from 0: name:0,lat:2,lng:3.')
  .transform((text, context): Positions => {
    const pairs = text
      .split(',')
      .filter(Boolean)
      .map((pair) => pair.split(':') as [ColumnRole, string]);
    const unknown = pairs.find(([role]) => !COLUMN_ROLES.includes(role));
    if (unknown !== undefined)
      context.addIssue({ code: 'custom', message: `roles knows ${COLUMN_ROLES.join(', ')}, not ${unknown[0]}.` });
    return Object.fromEntries(pairs.map(([role, at]) => [role, Number(at)]));
  });

/** Query of an upload. */
export const uploadFields = {
  name: z.string().trim().min(1).max(255).prefault(''),
  territory: z.string().min(1).max(100).nullable().default(null),
  encoding: z.string().min(1).max(40).nullable().default(null),
  /** Null: guessed from the names of the columns. */
  roles: columnRoles.nullable().default(null),
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

/** Where a member says that a row is; null takes that back. */
export const placeBody = z.object({
  place: z.object({ lat: z.number().min(-90).max(90), lng: z.number().min(-180).max(180) }).nullable(),
});
export type HandPlace = z.output<typeof placeBody>['place'];

export const unplacedBody = z.object({ leftOut: z.boolean() });

/** What a list takes rows for, and what is said of them. */
export const readingBody = z.object({ kind: z.enum(['sales', 'places']), ...salesTableOptions.shape });
export type ReadingAsked = z.output<typeof readingBody>;
