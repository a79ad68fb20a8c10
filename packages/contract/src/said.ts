import { z } from 'zod';

/** A sentence by its code, for readers in other languages. */
export const statement = z
  .object({
    code: z.string().describe('Code of the sentence; codes are never removed and never change their meaning'),
    values: z
      .record(z.string(), z.unknown())
      .describe(
        'Values of the sentence by name. A text is a name, which no language changes; others are numbers, {number} with signs between thousands, {sector, name}, {day}, {word} for a code of the interface, {any} for one of several, lists of these, and sentences within it: {code, values}',
      ),
  })
  .describe('A sentence in no language: its code with its values')
  .meta({ id: 'Statement' });

/** Codes and values of the sentences of an object, by the members that hold their English texts. */
export const saidMembers = z
  .record(z.string(), z.union([statement, z.array(statement.nullable()), z.null()]))
  .optional()
  .describe(
    'Codes and values of the sentences beside it, by the names of their members; for a list of sentences a list. Absent where none has a code, and from answers given before 2026-11-30',
  )
  .meta({ id: 'Said', 'x-figure': { role: 'aside' } });
