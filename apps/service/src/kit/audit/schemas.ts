import { instant } from '@hinterland/contract';
import { z } from 'zod';
import { DEEDS } from './deeds.ts';

const named = z.object({ id: z.int(), name: z.string() });

const auditEntry = z
  .object({
    no: z.int(),
    time: instant,
    deed: z.enum(DEEDS),
    member: named.nullable().describe('Who did it; null = the operator'),
    key: named.nullable().describe('The key it was done with; null = in the web app'),
    subject: z
      .object({ id: z.string().nullable(), name: z.string().nullable() })
      .describe('Its number or code, and its name at that time'),
    details: z.record(z.string(), z.unknown()).nullable().describe('What was set, by field'),
    address: z.string().nullable().describe('Network address of the request'),
  })
  .describe('One line of the audit log')
  .meta({ id: 'AuditEntry' });
export type AuditEntry = z.infer<typeof auditEntry>;

export const auditPage = z
  .object({ data: z.array(auditEntry), next: z.int().nullable() })
  .describe('Lines of the audit log, newest first')
  .meta({ id: 'AuditPage' });
