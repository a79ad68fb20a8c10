/**
 * The map of Maravea as a planner would sketch it: everything in this folder is drawn by hand, everything else grows out
 * of it. Positions are kilometres east and north of the capital's town hall.
 */
export type Km = readonly [east: number, north: number];
