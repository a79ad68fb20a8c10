/** An address in one line. */
export const example = { query: '12 High Street', continent: 'oceania' };
