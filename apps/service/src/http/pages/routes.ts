import type { Route } from '../v1.ts';
import { developersPage, landingPage } from './landing.ts';
import { problemIndex, problemPage } from './problem-pages.ts';
import { webhookPage } from './webhook-page.ts';

/** Pages for people. */
export const pageRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/',
    access: 'public',
    answer: async ({ actions, engine, baseUrl }) => landingPage(actions, engine.territories.current, baseUrl()),
  },
  {
    method: 'GET',
    path: '/developers',
    access: 'public',
    answer: async ({ actions, baseUrl }) => developersPage(actions, baseUrl()),
  },
  { method: 'GET', path: '/developers/webhooks', access: 'public', answer: async () => webhookPage() },
  { method: 'GET', path: '/problems', access: 'public', answer: async () => problemIndex() },
  {
    method: 'GET',
    path: '/problems/:code',
    access: 'public',
    answer: async (_parts, exchange) => problemPage(exchange.parameter('code')),
  },
];
