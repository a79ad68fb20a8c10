import { type Sentence, said, type Value } from '@hinterland/answers/said';
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
    .array(sectorCode, { error: listMessage(name, 'sector_codes', 1, max) })
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
  const unknown = { code: JSON.stringify(code) };
  const detail =
    near.length === 0
      ? said('sector_unknown', unknown)
      : said('sector_unknown_near', { ...unknown, near: { any: near.map((known) => known.code) } });
  throw new ActionProblem('validation_error', detail, { errors: [{ pointer, detail }] });
}

/** Why a territory can say nothing about a sector; null where it can. A sector without stores has no market to model. */
export function whyNot(territory: Territory, { code, names }: Sector): Sentence | null {
  const stores = storesBySector(territory).get(code);
  if (stores !== undefined && stores.length > 0) return null;
  return said('sector_left_out', {
    territory: territory.manifest.name,
    sector: { sector: code, name: names.en },
    code,
  });
}

/** Sectors by their codes, as lines of prices name them. */
export const sectorItems = (codes: readonly string[]): Value[] => codes.map((code) => ({ sector: code, name: code }));
