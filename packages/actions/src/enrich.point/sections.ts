import { brandsSection } from '../analysis.markets_brands/section.ts';
import { sectorsSection } from '../analysis.markets_sector/section.ts';
import { economySection, peopleSection } from '../analysis.people_economy/section.ts';
import type { Section, SectionName } from '../section.ts';
import { notOffered } from './notOffered.ts';

/** Every section, by its name: the folder of its analysis exports it. */
export const SECTIONS = {
  people: peopleSection,
  economy: economySection,
  realestate: notOffered('realestate', 'realestate', 'real-estate data'),
  brands: brandsSection,
  sectors: sectorsSection,
} satisfies Record<SectionName, Section>;
