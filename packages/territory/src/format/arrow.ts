/** First bytes of an Arrow IPC file, and its last. */
export const MAGIC = 'ARROW1';
/** The magic and two bytes of padding. */
export const HEAD_BYTES = 8;
/** Length of the footer and the magic. */
export const TAIL_BYTES = 10;

/** Every buffer starts at a multiple of this, so that any typed array and any vector instruction may read it. */
export const ALIGNMENT_BYTES = 64;

export const align = (bytes: number): number => Math.ceil(bytes / ALIGNMENT_BYTES) * ALIGNMENT_BYTES;
