import { isIP } from 'node:net';
import { asMessage, said } from '@hinterland/answers/said';
import { z } from 'zod';
import { isNetwork } from '../../kit/rates/networks.ts';

const MOST_NETWORKS = 20;

/** Networks that a key may be used from: addresses, or networks in CIDR form; empty = anywhere. */
export const networkList = z
  .array(
    z
      .string()
      .trim()
      .refine((text) => (isIP(text) !== 0 && !text.includes('%')) || isNetwork(text), {
        error: () => asMessage(said('network')),
      }),
  )
  .max(MOST_NETWORKS);
