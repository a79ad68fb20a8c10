/** A street that every town has, as it is typed. */
export const example = { query: 'high str', continent: 'oceania', limit: 5 };
