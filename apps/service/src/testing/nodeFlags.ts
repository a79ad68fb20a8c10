/**
 * Flags of Node.js for processes that tests run. Each compiles the embedded database anew, and few ask it for long enough that
 * optimizing its functions pays.
 */
export const NODE_FLAGS: readonly string[] = ['--liftoff-only'];
