import { isUlid, newUlid } from '../../kit/ulid.ts';

const PREFIX = 'prj_';

export const newProjectId = (): string => PREFIX + newUlid();

export const isProjectId = (text: string): boolean => text.startsWith(PREFIX) && isUlid(text.slice(PREFIX.length));
