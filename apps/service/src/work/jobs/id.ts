import { isUlid, newUlid } from '../../kit/ulid.ts';

export const newJobId = (): string => `job_${newUlid()}`;

export const isJobId = (text: string): boolean => text.startsWith('job_') && isUlid(text.slice(4));
