import type { Channel, QuoteLine, Tariff } from '../action.ts';
import { quoteLine } from '../pricing.ts';

/** One price per call, whatever the number of origins and bands. */
export const tariff: Tariff = { code: 'isochrone.call', model: 'flat', unit: 'call', unitCredits: 3 };

/** Drawing an area in the web app is free: the only price in the service that depends on where a call comes from. */
export function priceLine(channel: Channel): QuoteLine {
  return channel === 'web'
    ? quoteLine({ ...tariff, unitCredits: 0 }, 1, 'Isochrone drawn in the web app')
    : quoteLine(tariff, 1, 'Isochrone');
}
