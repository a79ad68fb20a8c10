/**
 * Edges of a group as a power of two. Group g holds the edges 64 g to 64 g + 63, which lie near each other: edges follow a
 * Hilbert curve. What a group holds is added up once, so that a group that lies in one band is one addition.
 */
export const GROUP_BITS = 6;
