import { useMemo } from 'react';
import { useText } from '../../text/index.ts';
import { capitalized, useFormat } from '../../ui/format.ts';

interface Part {
  readonly id: string;
  readonly kind?: string;
  readonly limitSeconds?: number;
  readonly limitMeters?: number;
  readonly name?: string;
}

interface Around {
  readonly level: string;
  readonly name: string;
}

/** A list of a result; sections of a result of several have the same one. */
const listIn = <T>(result: Readonly<Record<string, unknown>>, name: string): readonly T[] =>
  [result, ...Object.values(result)]
    .map((one) => (typeof one === 'object' && one !== null ? (one as Readonly<Record<string, unknown>>)[name] : null))
    .find((list) => Array.isArray(list)) ?? [];

/** Names of the parts that a result has figures for, by their ids: bands, areas, the areas around. */
export function useParts(result: Readonly<Record<string, unknown>>): ReadonlyMap<string, string> {
  const { say } = useText();
  const { number } = useFormat();
  return useMemo(() => {
    const within = ({ limitSeconds, limitMeters }: Part) =>
      limitSeconds === undefined
        ? say('result.kilometers', { kilometers: number((limitMeters ?? 0) / 1000) })
        : say('result.minutes', { count: limitSeconds / 60, minutes: number(limitSeconds / 60) });
    const nameOf = (part: Part): string => {
      if (part.kind === 'cumulative') return capitalized(say('studio.part.within', { limit: within(part) }));
      if (part.kind === 'band') return capitalized(say('studio.part.band', { limit: within(part) }));
      if (part.kind === 'total') return say('studio.part.total');
      if (part.kind === 'polygon') return say('studio.part.polygon');
      return part.name ?? part.id;
    };
    const parts = listIn<Part>(result, 'parts').map((part) => [part.id, nameOf(part)] as const);
    const around = listIn<Around>(result, 'benchmarks').map(({ level, name }) => [level, name] as const);
    return new Map([...parts, ...around.filter(([, name]) => name !== '')]);
  }, [result, say, number]);
}

/** The whole area asked about: the widest limit, or all areas together. */
export const wholeOf = <P extends { readonly kind: string }>(parts: readonly P[]): P | undefined =>
  parts.findLast(({ kind }) => kind !== 'band') ?? parts.at(-1);

/** The parts that are not rings: within each limit, or each area. */
export const wholesOf = <P extends { readonly kind: string }>(parts: readonly P[]): readonly P[] => {
  const found = parts.filter(({ kind }) => kind !== 'band');
  return found.length > 0 ? found : parts;
};
