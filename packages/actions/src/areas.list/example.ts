/** The states of the demo territory. */
export const example = { level: 4, limit: 10 };
