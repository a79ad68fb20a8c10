import { growingUint8 } from '@hinterland/geo';
import type { FamilyContent } from '@hinterland/territory';

/** Collects the services of all timetables: bits of the days on which trips run. */
export class ServiceTables {
  readonly #feed: number[] = [];
  readonly #firstByte: number[] = [];
  readonly #bits = growingUint8();

  get services(): number {
    return this.#feed.length;
  }

  /** Adds the services of a timetable, each with its days, ascending. Returns first day and number of days of its calendar. */
  add(feed: number, services: readonly (readonly number[])[]): { readonly firstDay: number; readonly days: number } {
    const firstDay = services.reduce((least, days) => Math.min(least, days[0]!), Infinity);
    const lastDay = services.reduce((most, days) => Math.max(most, days.at(-1)!), -Infinity);
    const days = lastDay - firstDay + 1;
    for (const service of services) {
      this.#feed.push(feed);
      this.#firstByte.push(this.#bits.length);
      const bytes = new Uint8Array(Math.ceil(days / 8));
      for (const day of service) bytes[(day - firstDay) >> 3]! |= 1 << ((day - firstDay) & 7);
      this.#bits.pushAll(bytes);
    }
    return { firstDay, days };
  }

  toTables(): Pick<FamilyContent['tables'], 'transitServices' | 'transitServiceDays'> {
    return {
      transitServices: { feed: this.#feed, firstByte: this.#firstByte },
      transitServiceDays: { bits: this.#bits.toArray() },
    };
  }
}
