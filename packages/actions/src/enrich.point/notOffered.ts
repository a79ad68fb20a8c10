import type { Family } from '@hinterland/territory';
import { z } from 'zod';
import type { Section, SectionName } from '../section.ts';

/** The place of a section whose analysis is not part of this version: always skipped, and says why. */
export function notOffered(name: SectionName, family: Family, what: string): Section {
  return {
    name,
    families: [family],
    output: z.object({}).describe(`Section ${name}`),
    quote({ territory }) {
      if (territory.dataVersion[family] !== undefined) {
        const detail = `This version of the service tells nothing of ${what} around a point yet.`;
        return { skipped: { reason: 'not_offered', detail } };
      }
      return {
        skipped: { reason: 'no_data', detail: `${territory.manifest.name} was built without ${what}.` },
      };
    },
    run() {
      throw new Error(`the section ${name} is never priced`);
    },
  };
}
