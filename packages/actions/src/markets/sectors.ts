import { SECTOR_CODES, SECTORS, type Sector, type SectorCode, sectorOf } from '@hinterland/catalogue';
import { storesBySector } from '@hinterland/engine/market';
import type { Territory } from '@hinterland/territory';
import { z } from 'zod';
import { ActionProblem } from '../action/action.ts';
import { kindOf, listMessage } from '../input/numbers.ts';

/** A code of the catalogue as callers give it. */
export const sectorCode = z
  .string({ error: ({ input }) => `A sector is a text such as "food.supermarket", not ${kindOf(input)}.` })
  .min(1)
  .max(100)
  .describe('Code of a sector as markets.sectors gives it');

/** A code of the catalogue as results give it. */
export const knownSectorCode = z
  .enum(SECTOR_CODES as readonly [SectorCode, ...SectorCode[]])
  .describe('Code of a sector')
  .meta({ id: 'SectorCode' });

/** Codes, each counted once however often it stands there. */
export const sectorCodes = (name: string, max: number) =>
  z
    .array(sectorCode, { error: listMessage(name, 'sector codes', 1, max) })
    .min(1)
    .max(max)
    .transform((codes) => [...new Set(codes)]);

/** The sector of a code; throws the problem that names the place where it stands. */
export function requireSector(code: string, pointer: string): Sector {
  const sector = sectorOf(code);
  if (sector !== undefined) return sector;
  const near = SECTORS.filter(
    (known) => known.code.includes(code) || known.code.split('.')[1] === code.split('.').at(-1),
  );
  const hint = near.length > 0 ? ` Did you mean ${near.map((known) => known.code).join(' or ')}?` : '';
  const detail = `There is no sector with the code ${JSON.stringify(code)}.${hint} markets.sectors gives the codes.`;
  throw new ActionProblem('validation_error', detail, { errors: [{ pointer, detail }] });
}

/** Why a territory can say nothing about a sector; null where it can. A sector without stores has no market to model. */
export function whyNot(territory: Territory, { code, names }: Sector): string | null {
  const stores = storesBySector(territory).get(code);
  if (stores !== undefined && stores.length > 0) return null;
  return `${territory.manifest.name} holds no store of the sector ${names.en} (${code}), so it is left out and not charged.`;
}
