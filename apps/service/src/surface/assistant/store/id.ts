import { isUlid } from '../../../kit/ulid.ts';

/** Whether a text of a path may be an id of this kind: no other reaches the database. */
export const isIdOf = (kind: 'conv' | 'turn' | 'card', text: string): boolean =>
  text.startsWith(`${kind}_`) && isUlid(text.slice(5));
