import { isUlid, newUlid } from '../../kit/ulid.ts';

const PREFIX = 'sub_';

export const newSubjectId = (): string => PREFIX + newUlid();

export const isSubjectId = (text: string): boolean => text.startsWith(PREFIX) && isUlid(text.slice(PREFIX.length));
