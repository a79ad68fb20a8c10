import { isUlid, newUlid } from '../../kit/ulid.ts';

export const newDatasetId = (): string => `ds_${newUlid()}`;

export const isDatasetId = (text: string): boolean => text.startsWith('ds_') && isUlid(text.slice(3));
