import { slowdown } from '../kit/countWork.ts';

/** So much work in milliseconds of the machine as it is now, whole. */
export const scaled = (milliseconds: number): number => Math.ceil(milliseconds * slowdown());
