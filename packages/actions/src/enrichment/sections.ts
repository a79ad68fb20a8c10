import { brandsSection } from './brandsSection.ts';
import { economySection, peopleSection } from './peopleSections.ts';
import { realestateSection } from './realestateSection.ts';
import type { Section, SectionName } from './section.ts';
import { sectorsSection } from './sectorsSection.ts';

/** Every section, by its name: the folder of its analysis exports it. */
export const SECTIONS = {
  people: peopleSection,
  economy: economySection,
  realestate: realestateSection,
  brands: brandsSection,
  sectors: sectorsSection,
} satisfies Record<SectionName, Section>;
