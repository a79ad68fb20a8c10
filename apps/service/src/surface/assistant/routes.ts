import { z } from 'zod';
import { eventsAnswer } from '../../kit/http/eventStream.ts';
import { emptyBody } from '../../kit/http/fields.ts';
import { count, pathText, text } from '../../kit/http/parameters.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { MEMBER } from '../../kit/http/sharedRoute.ts';
import {
  assistantState,
  card,
  changedConversation,
  conversation,
  conversationItem,
  newConversation,
  newTurn,
  turn,
} from './schemas.ts';
import type { Assistant } from './service.ts';

const CONVERSATIONS = `${MEMBER}/conversations`;
const ONE = `${CONVERSATIONS}/:conversationId`;

const conversationId = pathText();
const turnId = pathText();
const cardId = pathText();
const cardAnswer = z.object({ card });

/** Conversations with the assistant. They stay in the web app: /api/v1 has no route for them. */
export const assistantRoutes = (assistant: Assistant): readonly Route[] => [
  route({
    method: 'GET',
    path: '/web/v1/assistant',
    access: 'visitor',
    returns: assistantState,
    handle: () => assistant.state(),
  }),
  route({
    method: 'GET',
    path: CONVERSATIONS,
    access: 'member',
    query: { cursor: text('`next` of the page before') },
    returns: z.object({ items: z.array(conversationItem), next: z.string().nullable() }),
    handle: ({ caller, query }) => assistant.list(caller, query.cursor),
  }),
  route({
    method: 'POST',
    path: CONVERSATIONS,
    access: 'member',
    body: newConversation,
    status: 201,
    returns: conversation,
    problems: ['not_owner', 'organization_limit_reached'],
    handle: ({ caller, body }) => assistant.create(caller, body),
  }),
  route({
    method: 'GET',
    path: ONE,
    access: 'member',
    parameters: { conversationId },
    returns: conversation,
    handle: ({ caller, parameters }) => assistant.read(caller, parameters.conversationId),
  }),
  route({
    method: 'PUT',
    path: ONE,
    access: 'member',
    parameters: { conversationId },
    body: changedConversation,
    returns: conversation,
    handle: ({ caller, parameters, body }) => assistant.change(caller, parameters.conversationId, body),
  }),
  route({
    method: 'DELETE',
    path: ONE,
    access: 'member',
    parameters: { conversationId },
    returns: z.object({ id: z.string(), deleted: z.literal(true) }),
    handle: async ({ caller, parameters }) => {
      await assistant.remove(caller, parameters.conversationId);
      return { id: parameters.conversationId, deleted: true as const };
    },
  }),
  route({
    method: 'POST',
    path: `${ONE}/turns`,
    access: 'member',
    parameters: { conversationId },
    body: newTurn,
    status: 202,
    returns: turn,
    problems: ['assistant_busy', 'rate_limited', 'organization_limit_reached', 'service_unavailable'],
    handle: ({ caller, parameters, body }) => assistant.ask(caller, parameters.conversationId, body),
  }),
  route({
    method: 'POST',
    path: `${ONE}/turns/:turnId/cancel`,
    access: 'member',
    parameters: { conversationId, turnId },
    body: emptyBody,
    returns: turn,
    handle: ({ caller, parameters }) => assistant.cancel(caller, parameters.conversationId, parameters.turnId),
  }),
  // Events of answers in the making, as server-sent events; the header Last-Event-ID counts before the parameter.
  route({
    method: 'GET',
    path: `${ONE}/events`,
    access: 'member',
    parameters: { conversationId },
    query: {
      after: count({ min: 0, max: 999_999_999, default: 0, description: 'Number of the last event that the page has' }),
    },
    problems: ['rate_limited'],
    respond: async ({ caller, parameters, query, exchange }) => {
      const last = exchange.header('last-event-id');
      const after = last !== undefined && /^\d{1,9}$/.test(last) ? Number(last) : query.after;
      return eventsAnswer(await assistant.events(caller, parameters.conversationId, after, exchange.signal));
    },
  }),
  route({
    method: 'POST',
    path: `${ONE}/cards/:cardId/run`,
    access: 'member',
    parameters: { conversationId, cardId },
    body: emptyBody,
    returns: cardAnswer,
    problems: [
      'card_not_open',
      'quote_changed',
      'organization_limit_reached',
      'insufficient_credits',
      'rate_limited',
      'idempotency_in_progress',
      'payload_too_large',
    ],
    handle: async ({ caller, parameters }) => ({
      card: await assistant.cards.run(caller, parameters.conversationId, parameters.cardId),
    }),
  }),
  route({
    method: 'POST',
    path: `${ONE}/cards/:cardId/decline`,
    access: 'member',
    parameters: { conversationId, cardId },
    body: emptyBody,
    returns: cardAnswer,
    problems: ['card_not_open'],
    handle: async ({ caller, parameters }) => ({
      card: await assistant.cards.decline(caller, parameters.conversationId, parameters.cardId),
    }),
  }),
];
