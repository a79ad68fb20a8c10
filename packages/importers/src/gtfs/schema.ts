import { z } from 'zod';
import { file } from '../source/fields.ts';

/** Longest transfer walk of a recipe that does not say: 10 minutes, some 800 m. */
const LONGEST_TRANSFER_SECONDS = 600;
/** Beyond an hour the ways to change between all stops of a city no longer fit into memory. */
const MOST_TRANSFER_SECONDS = 3600;

const timetable = z.strictObject({
  id: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]{0,99}$/, 'small letters, digits and dashes')
    .describe('How the report and the bundle name it'),
  file: file.describe(`Timetable in GTFS, a .zip archive or a folder; \${DATA} is the folder given by --data`),
  encoding: z.string().optional().describe('Encoding of its files, such as windows-1252; utf-8 where absent'),
});

/** The part "transit" of a recipe. */
export const transitSchema = z.strictObject({
  longestTransferSeconds: z
    .int()
    .min(0)
    .max(MOST_TRANSFER_SECONDS)
    .default(LONGEST_TRANSFER_SECONDS)
    .describe('Longest walk between two rides'),
  timetables: z.array(timetable).min(1).describe('Timetables in GTFS; a passenger changes between them'),
});
