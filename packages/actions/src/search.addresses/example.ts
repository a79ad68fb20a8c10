/** An address of the demo territory, as it is typed. */
export const example = { query: '56 northern rd', continent: 'oceania', limit: 5 };
