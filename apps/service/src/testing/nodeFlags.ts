/**
 * Flags of Node.js for processes that tests run. Each compiles the embedded database anew, and few ask it for long enough that
 * optimizing its functions pays. Nor do most live until they need their garbage collected: the first 256 MB of it may stay.
 */
export const NODE_FLAGS: readonly string[] = [
  '--liftoff-only',
  '--min-semi-space-size=16',
  '--max-semi-space-size=64',
  '--initial-old-space-size=256',
];
