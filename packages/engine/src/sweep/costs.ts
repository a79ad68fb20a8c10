/** No way, or one beyond every limit. The sum of two fits an unsigned 32-bit number. */
export const NO_COST = 0x7fffffff;
