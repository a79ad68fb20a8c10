/** An address of the demo territory in one line. */
export const example = { query: '56 Northern Road, Port Halcyon', continent: 'oceania' };
