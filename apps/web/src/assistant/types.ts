import type { Schemas } from '../api/types.ts';

export type AssistantState = Schemas['AssistantState'];
export type ConversationItem = Schemas['ConversationItem'];
export type Conversation = Schemas['Conversation'];
export type Turn = Schemas['AssistantTurn'];
/** A turn as events carry it. */
export type TurnHead = Omit<Turn, 'parts'>;
export type Part = Schemas['AssistantPart'];
/** A charged run that waits for a click, or what became of it. */
export type Card = Schemas['AssistantCard'];
/** A figure of a result; the service has found it there. */
export type FigurePart = Extract<Part, { type: 'figure' }>;
/** A free call. */
export type ToolStep = Extract<Part, { type: 'tool' }>;
/** A piece of a paragraph. */
export type ProsePart = Extract<Part, { type: 'text' | 'figure' | 'unverified' }>;
