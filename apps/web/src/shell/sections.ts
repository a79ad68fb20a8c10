import type { Command } from '../commands/command.ts';

type Section = NonNullable<Command['section']>;

/** Where one asks, and where what one has is kept. */
export const ROOMS = ['ask', 'library'] as const satisfies readonly Section[];
/** What lies behind the organization's name. */
export const BEHIND_NAME = ['organization', 'developers'] as const satisfies readonly Section[];
export const SECTIONS = [...ROOMS, ...BEHIND_NAME];

/** The parts of the navigation that have pages. */
export const sectionsOf = <Some extends Section>(visible: readonly Command[], sections: readonly Some[]) =>
  sections
    .map((section) => ({ section, pages: visible.filter((one) => one.section === section) }))
    .filter(({ pages }) => pages.length > 0);
