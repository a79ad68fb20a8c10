import type { TopicCode } from '@hinterland/catalogue';
import type { AddressPoint, TerritoryInputs } from '@hinterland/importers';
import { demoInputs } from '../demoInputs.ts';

/** The demo of the golden checksums, made once for the tests of a process. */
export const demo = demoInputs();

export const addresses = await addressesOf(demo);

export async function addressesOf(inputs: TerritoryInputs): Promise<AddressPoint[]> {
  const all: AddressPoint[] = [];
  for (const source of inputs.poleSources)
    if (source.kind === 'address') await source.each((address) => all.push(address));
  return all;
}

export const LEVELS = [2, 4, 6, 9, -1] as const;

/** Areas of a level. */
export const layer = (level: number) => demo.boundaries.filter((boundary) => boundary.level === level);

export const column = (topic: TopicCode, name: string) =>
  demo.census!.topics.find(({ code }) => code === topic)!.columns.get(name)!;

/** Sum of what is published. */
export const total = (values: Float64Array) =>
  values.reduce((sum, value) => sum + (Number.isNaN(value) ? 0 : value), 0);
