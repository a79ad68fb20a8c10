import type { Found } from '@hinterland/engine/geocode';
import { AREA_KINDS, type Territory } from '@hinterland/territory';
import type { z } from 'zod';
import { areaDirectory } from '../areas/areaDirectory.ts';
import { areaPlace } from './areaPlace.ts';
import { type AddressText, displayLine } from './displayLine.ts';
import type { area, FoundAddress } from './schema.ts';

const NOTHING: AddressText = {
  number: '',
  numberLast: '',
  unit: '',
  street: '',
  locality: '',
  region: '',
  postcode: '',
};

/** An address as the data hold it. */
function addressText({ addresses, texts }: Territory, row: number): AddressText {
  const text = (column: 'street' | 'locality' | 'region' | 'postcode') => texts.text.at(addresses[column][row]!);
  return {
    number: addresses.number.at(row),
    numberLast: addresses.numberLast.at(row),
    unit: addresses.unit.at(row),
    street: text('street'),
    locality: text('locality'),
    region: text('region'),
    postcode: text('postcode'),
  };
}

/** Country of a pole; that of the territory where no area says it. */
function countryOfPole({ poleAreas, areas, manifest }: Territory, pole: number): string {
  const area = poleAreas.country[pole] ?? -1;
  return area < 0 ? (manifest.countries[0] ?? '') : areas.country.at(area);
}

const numbersOf = ({ number, numberLast }: AddressText): string[] => [number, numberLast].filter((text) => text !== '');

/** Returns the fields that all answers have for an address. Degrees come from whole microdegrees. */
export function addressAt(territory: Territory, row: number) {
  const { addresses, poles } = territory;
  const parts = addressText(territory, row);
  const pole = addresses.pole[row]!;
  const countryCode = countryOfPole(territory, pole);
  return {
    displayLine: displayLine(parts, countryCode),
    countryCode,
    numbers: numbersOf(parts),
    parts,
    lat: poles.latMicrodegrees[pole]! / 1e6,
    lng: poles.lngMicrodegrees[pole]! / 1e6,
  };
}

export function areaAt({ areas }: Territory, row: number): z.output<typeof area> {
  const level = areas.level[row]!;
  return {
    code: areas.code.at(row),
    name: areas.name.at(row),
    kind: AREA_KINDS[areas.kind[row]!]!,
    level: level < 0 ? null : (level as 2),
  };
}

const degrees = (value: number): number => Math.round(value * 1e6) / 1e6;

export function presentFound(territory: Territory, found: Found): FoundAddress {
  const { kind, address, row } = found;
  const confidence = Math.round(found.confidence * 1000) / 1000;
  const countryCode =
    kind === 'area'
      ? territory.areas.country.at(row)
      : countryOfPole(territory, address < 0 ? -1 : territory.addresses.pole[address]!);
  const parts = partsOf(territory, found);
  const area = kind === 'area' ? areaAt(territory, row) : null;
  const { lat, lng } = kind === 'area' ? areaPlace(territory, row, found) : found;
  return {
    kind: kind === 'road' ? 'street' : kind,
    // A house of flats that was asked for as a whole is shown as a whole.
    displayLine:
      area === null
        ? displayLine(found.unit === true ? parts : { ...parts, unit: '' }, countryCode)
        : areaLine(territory, row),
    countryCode,
    numbers: numbersOf(parts),
    parts,
    lat: degrees(lat),
    lng: degrees(lng),
    approximate: kind !== 'address' || found.number === 'nearest' || found.number === 'other_suffix',
    confidence,
    match: { number: found.number, unit: found.unit, spelledAlike: !found.inexact, unmatched: [...found.unmatched] },
    area,
    territory: territory.manifest.id,
  };
}

/** Only the parts that the finding stands for: a street has no number, a locality no street. */
function partsOf(territory: Territory, { kind, address, row }: Found): AddressText {
  if (kind === 'area') return NOTHING;
  if (kind === 'road') return { ...NOTHING, street: territory.texts.text.at(territory.edges.street[row]!) };
  const whole = addressText(territory, address);
  const { street, locality, region, postcode } = whole;
  switch (kind) {
    case 'street':
      return { ...NOTHING, street, locality, region };
    case 'locality':
      return { ...NOTHING, locality, region };
    case 'region':
      return { ...NOTHING, region };
    case 'postcode':
      return { ...NOTHING, postcode, locality, region };
    default:
      return whole;
  }
}

/** "Manhattan, City of New York, New York": the area and what holds it, but for the country. */
function areaLine(territory: Territory, row: number): string {
  const { byRow } = areaDirectory(territory);
  const names: string[] = [];
  for (let at = row; at >= 0 && names.length < 4; at = byRow[at]!.parent) {
    if (names.length > 0 && byRow[at]!.level === 2) break;
    names.push(byRow[at]!.name);
  }
  return names.join(', ');
}
