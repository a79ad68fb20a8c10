import { isIP } from 'node:net';
import { z } from 'zod';
import { isNetwork } from '../../kit/rates/networks.ts';

const MOST_NETWORKS = 20;

/** Networks that a key may be used from: addresses, or networks in CIDR form; empty = anywhere. */
export const networkList = z
  .array(
    z
      .string()
      .trim()
      .refine(
        (text) => (isIP(text) !== 0 && !text.includes('%')) || isNetwork(text),
        'This must be a network address such as 192.0.2.7, or a network such as 192.0.2.0/24.',
      ),
  )
  .max(MOST_NETWORKS);
