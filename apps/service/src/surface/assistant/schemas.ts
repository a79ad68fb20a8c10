import { LIMITS } from '@hinterland/contract';
import { z } from 'zod';

const text = z.object({ type: z.literal('text'), text: z.string() });

const figure = z.object({
  type: z.literal('figure'),
  id: z.string(),
  text: z.string().describe('In English, with its unit'),
  value: z.number(),
  unit: z.string().optional(),
  errorShare: z
    .number()
    .optional()
    .describe('Of modelled spend: half of such figures lie within this share of published ones, 0..1'),
  label: z.string(),
  run: z
    .object({
      analysis: z.string().optional(),
      version: z.int().optional(),
      tool: z.string().describe('Name of the result, such as r3'),
      action: z.string().optional().describe('Id of the action, or name of the tool, that gave the result'),
    })
    .describe('Where the figure comes from'),
  path: z.string().describe('Place of the figure in the result'),
});

const unverified = z.object({ type: z.literal('unverified'), text: z.string() });

const toolStep = z.object({
  type: z.literal('tool'),
  id: z.string(),
  tool: z.string().describe('Id of the action, or name of the tool'),
  title: z.string(),
  state: z.enum(['running', 'done', 'failed']),
  input: z.record(z.string(), z.unknown()),
  summary: z.string().optional(),
  detail: z.string().optional(),
  free: z.literal(true),
});

export const card = z
  .object({
    id: z.string(),
    action: z.string(),
    title: z.string(),
    state: z.enum(['open', 'running', 'done', 'failed', 'declined', 'expired']),
    input: z.record(z.string(), z.unknown()),
    quote: z.object({
      lines: z.array(z.object({ label: z.string(), credits: z.number().describe('Rounded to a tenth') })),
      credits: z.int(),
      balanceAfter: z.number(),
    }),
    expiresAt: z.iso.datetime(),
    analysis: z.string().optional(),
    version: z.int().optional(),
    callId: z.string().optional().describe('Name of its result, once there is one'),
    detail: z.string().optional(),
  })
  .meta({ id: 'AssistantCard' });
export type Card = z.infer<typeof card>;

const cardPart = z.object({ type: z.literal('card'), card });
const notice = z.object({ type: z.literal('notice'), code: z.string(), text: z.string() });

export const part = z
  .discriminatedUnion('type', [text, figure, unverified, toolStep, cardPart, notice])
  .meta({ id: 'AssistantPart' });
export type Part = z.infer<typeof part>;

const turnHead = {
  id: z.string(),
  state: z.enum(['running', 'waiting', 'done', 'failed', 'canceled']),
  question: z.string(),
  startedAt: z.iso.datetime(),
  endedAt: z.iso.datetime().optional(),
  error: z.object({ code: z.string(), detail: z.string() }).optional(),
  tokens: z.int().optional(),
};
export type TurnHead = z.infer<z.ZodObject<typeof turnHead>>;

export const turn = z.object({ ...turnHead, parts: z.array(part) }).meta({ id: 'AssistantTurn' });
export type Turn = z.infer<typeof turn>;

const conversationHead = {
  id: z.string(),
  title: z.string(),
  analysis: z.string().nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
};

export const conversationItem = z.object(conversationHead).meta({ id: 'ConversationItem' });
export type ConversationItem = z.infer<typeof conversationItem>;

export const conversation = z
  .object({
    ...conversationHead,
    creditCap: z.int(),
    creditsSpent: z.number(),
    expiresAt: z.iso.datetime(),
    turns: z.array(turn),
    lastEventId: z.int(),
  })
  .meta({ id: 'Conversation' });
export type Conversation = z.infer<typeof conversation>;

export const assistantState = z
  .object({
    configured: z.boolean(),
    model: z.string().optional(),
    host: z.string().optional().describe('Host that questions and figures are sent to'),
    creditCapDefault: z.int(),
    limits: z.object({
      toolCallsPerTurn: z.int(),
      modelSecondsPerTurn: z.int(),
      tokensPerTurn: z.int(),
      cardMinutes: z.int(),
      keptDays: z.int(),
    }),
    settings: z.array(z.string()).optional().describe('Settings to make, where there is no model'),
  })
  .meta({ id: 'AssistantState' });

const creditCap = z.int().min(0).max(LIMITS.assistantCreditCapMax);
const title = z.string().trim().min(1).max(120);

export const newConversation = z.object({ analysis: z.string().max(40).optional(), creditCap: creditCap.optional() });
export const changedConversation = z.object({ title: title.optional(), creditCap: creditCap.optional() });

const place = z.object({
  label: z.string().max(300),
  lng: z.number().min(-180).max(180),
  lat: z.number().min(-90).max(90),
});
export const newTurn = z.object({
  text: z.string().trim().min(1).max(LIMITS.assistantQuestionCharacters),
  looking: z
    .object({ places: z.array(place).max(20).optional(), question: z.string().max(100).optional() })
    .optional()
    .describe('What the person has open'),
});
export type NewTurn = z.infer<typeof newTurn>;
