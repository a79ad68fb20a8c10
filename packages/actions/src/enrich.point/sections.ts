import { brandsSection } from '../analysis.markets_brands/section.ts';
import { sectorsSection } from '../analysis.markets_sector/section.ts';
import { economySection, peopleSection } from '../analysis.people_economy/section.ts';
import { realestateSection } from '../analysis.realestate/section.ts';
import type { Section, SectionName } from '../section.ts';

/** Every section, by its name: the folder of its analysis exports it. */
export const SECTIONS = {
  people: peopleSection,
  economy: economySection,
  realestate: realestateSection,
  brands: brandsSection,
  sectors: sectorsSection,
} satisfies Record<SectionName, Section>;
