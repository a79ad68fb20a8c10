/** Food shops, with the parameters of the models. */
export const example = { group: 'food', parameters: true };
