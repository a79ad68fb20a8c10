import { storageSummary } from '../credits/storage/summary.ts';
import { creditSummary } from '../credits/summary.ts';
import { type Answer, json } from '../http/answer.ts';
import type { Exchange } from '../http/exchange.ts';
import type { HttpParts } from '../http/parts.ts';
import { listKeys, makeKey, revokeOwnKey, unknownKey } from '../keys/ownKeys.ts';
import { unknownOrder } from '../orders/order.ts';
import { cancelOrder, listOrders, placeOrder, requireBilling } from '../orders/place.ts';
import { ProblemError } from '../problem.ts';
import {
  INVITATIONS_PER_USER,
  LINKS_PER_ADDRESS,
  ORDERS_PER_ORGANIZATION,
  ORGANIZATIONS_PER_USER,
  takeAttempt,
} from '../signIn/attempts.ts';
import * as bodies from '../signIn/bodies.ts';
import { bodyOf, change } from '../signIn/routes.ts';
import { enter, enterOrganization, idIn, placesOf } from '../signIn/visitor.ts';
import type { Route } from '../surface/v1.ts';
import { type Place, requireRole } from '../who.ts';
import { deleteOrganization } from './deleteOrganization.ts';
import {
  acceptInvitation,
  invite,
  listInvitations,
  resendInvitation,
  revokeInvitation,
  unknownInvitation,
} from './invitations.ts';
import { limitKey, limitMember, limitTeam } from './limits.ts';
import { changeMember, listMembers, removeMember, unknownMember } from './members.ts';
import { createOrganization, renameOrganization, switchOrganization } from './organizations.ts';
import { createTeam, deleteTeam, listTeams, renameTeam, unknownTeam } from './teams.ts';

const ORGANIZATIONS = '/web/v1/organizations';
const ONE = `${ORGANIZATIONS}/:organizationId`;

/** Organizations, for those who belong to them: everyone else hears that there is none. */
export const organizationRoutes: readonly Route[] = [
  read(ORGANIZATIONS, getOrganizations),
  change('POST', ORGANIZATIONS, postOrganization),
  change('PUT', '/web/v1/session/organization', putSessionOrganization),
  change('PUT', ONE, putOrganization),
  change('POST', `${ONE}/delete`, postDeletion),
  read(`${ONE}/members`, getMembers),
  change('PUT', `${ONE}/members/:userId`, putMember),
  change('DELETE', `${ONE}/members/:userId`, deleteMember),
  change('PUT', `${ONE}/members/:userId/limit`, putMemberLimit),
  read(`${ONE}/invitations`, getInvitations),
  change('POST', `${ONE}/invitations`, postInvitation),
  change('POST', `${ONE}/invitations/:invitationId/resend`, postResend),
  change('DELETE', `${ONE}/invitations/:invitationId`, deleteInvitation),
  change('POST', '/web/v1/invitations/accept', postAccept),
  read(`${ONE}/teams`, getTeams),
  change('POST', `${ONE}/teams`, postTeam),
  change('PUT', `${ONE}/teams/:teamId`, putTeam),
  change('DELETE', `${ONE}/teams/:teamId`, deleteOneTeam),
  change('PUT', `${ONE}/teams/:teamId/limit`, putTeamLimit),
  read(`${ONE}/keys`, getKeys),
  change('POST', `${ONE}/keys`, postKey),
  change('DELETE', `${ONE}/keys/:keyId`, deleteKey),
  change('PUT', `${ONE}/keys/:keyId/limit`, putKeyLimit),
  read(`${ONE}/credits`, getCredits),
  read(`${ONE}/storage`, getStorage),
  read(`${ONE}/orders`, getOrders),
  change('POST', `${ONE}/orders`, postOrder),
  change('DELETE', `${ONE}/orders/:orderId`, deleteOrder),
];

function read(path: string, answer: Route['answer']): Route {
  return { method: 'GET', path, access: 'session', answer };
}

const created = (value: unknown): Answer => ({ ...json(value), status: 201 });

async function getOrganizations(parts: HttpParts, exchange: Exchange): Promise<Answer> {
  const { user } = await enter(parts, exchange);
  return json({ data: await placesOf(parts.db, user.id) });
}

async function postOrganization(parts: HttpParts, exchange: Exchange): Promise<Answer> {
  const { db, clock } = parts;
  const visitor = await enter(parts, exchange);
  const { name } = await bodyOf(exchange, bodies.nameBody);
  await takeAttempt(db, clock, ORGANIZATIONS_PER_USER, visitor.user.id);
  const id = await createOrganization(db, visitor, name);
  await switchOrganization(db, visitor, id);
  return created({ id, name });
}

async function putOrganization(parts: HttpParts, exchange: Exchange): Promise<Answer> {
  const actor = await enterOrganization(parts, exchange);
  const { name } = await bodyOf(exchange, bodies.nameBody);
  await renameOrganization(parts.db, actor, name);
  return json({ id: actor.organization.id, name });
}

/** A POST, since the name typed to be sure stands in its body. */
async function postDeletion(parts: HttpParts, exchange: Exchange): Promise<Answer> {
  const { db, clock, mailSender } = parts;
  const actor = await enterOrganization(parts, exchange);
  const { name } = await bodyOf(exchange, bodies.deletionBody);
  await deleteOrganization(db, clock, actor, name);
  mailSender.nudge();
  return json({ id: actor.organization.id, deleted: true });
}

async function putSessionOrganization(parts: HttpParts, exchange: Exchange): Promise<Answer> {
  const visitor = await enter(parts, exchange);
  const { organizationId } = await bodyOf(exchange, bodies.organizationChoiceBody);
  await switchOrganization(parts.db, visitor, organizationId);
  return json({ organizationId });
}

async function getMembers(parts: HttpParts, exchange: Exchange): Promise<Answer> {
  const { organization } = await enterOrganization(parts, exchange);
  return json({ data: await listMembers(parts.db, organization.id) });
}

async function putMember(parts: HttpParts, exchange: Exchange): Promise<Answer> {
  const actor = await enterOrganization(parts, exchange);
  const userId = idIn(exchange, 'userId', unknownMember);
  await changeMember(parts.db, actor, userId, await bodyOf(exchange, bodies.memberBody));
  const members = await listMembers(parts.db, actor.organization.id);
  const changed = members.find(({ user }) => user.id === userId);
  if (changed === undefined) throw unknownMember();
  return json(changed);
}

async function deleteMember(parts: HttpParts, exchange: Exchange): Promise<Answer> {
  const actor = await enterOrganization(parts, exchange);
  const userId = idIn(exchange, 'userId', unknownMember);
  await removeMember(parts.db, parts.clock, actor, userId);
  return json({ id: userId, deleted: true });
}

async function getInvitations(parts: HttpParts, exchange: Exchange): Promise<Answer> {
  const actor = await enterOrganization(parts, exchange);
  requireRole(actor, ['owner', 'admin'], 'see invitations');
  return json({ data: await listInvitations(parts.db, parts.clock, actor.organization.id) });
}

async function postInvitation(parts: HttpParts, exchange: Exchange): Promise<Answer> {
  const { db, clock, mailSender, baseUrl } = parts;
  const actor = await enterOrganization(parts, exchange);
  const wanted = await bodyOf(exchange, bodies.invitationBody);
  await takeAttempt(db, clock, INVITATIONS_PER_USER, actor.user.id);
  const id = await invite(db, clock, actor, wanted, baseUrl());
  mailSender.nudge();
  return created({ id, email: wanted.email, role: wanted.role });
}

async function postResend(parts: HttpParts, exchange: Exchange): Promise<Answer> {
  const { db, clock, mailSender, baseUrl } = parts;
  const actor = await enterOrganization(parts, exchange);
  const id = idIn(exchange, 'invitationId', unknownInvitation);
  await bodyOf(exchange, bodies.emptyBody);
  await takeAttempt(db, clock, INVITATIONS_PER_USER, actor.user.id);
  await resendInvitation(db, clock, actor, id, baseUrl());
  mailSender.nudge();
  return json({ id });
}

async function deleteInvitation(parts: HttpParts, exchange: Exchange): Promise<Answer> {
  const actor = await enterOrganization(parts, exchange);
  const id = idIn(exchange, 'invitationId', unknownInvitation);
  await revokeInvitation(parts.db, actor, id);
  return json({ id, deleted: true });
}

async function postAccept(parts: HttpParts, exchange: Exchange): Promise<Answer> {
  const { db, clock } = parts;
  const visitor = await enter(parts, exchange);
  const { token } = await bodyOf(exchange, bodies.tokenBody);
  await takeAttempt(db, clock, LINKS_PER_ADDRESS, exchange.address);
  return json({ organizationId: await acceptInvitation(db, clock, visitor, token) });
}

async function getTeams(parts: HttpParts, exchange: Exchange): Promise<Answer> {
  const { organization } = await enterOrganization(parts, exchange);
  return json({ data: await listTeams(parts.db, organization.id) });
}

async function postTeam(parts: HttpParts, exchange: Exchange): Promise<Answer> {
  const actor = await enterOrganization(parts, exchange);
  requireRole(actor, ['owner', 'admin'], 'make teams');
  const { name } = await bodyOf(exchange, bodies.nameBody);
  return created({ id: await createTeam(parts.db, actor.organization.id, name), name });
}

async function putTeam(parts: HttpParts, exchange: Exchange): Promise<Answer> {
  const actor = await enterOrganization(parts, exchange);
  const id = idIn(exchange, 'teamId', unknownTeam);
  requireRole(actor, ['owner', 'admin'], 'rename teams');
  const { name } = await bodyOf(exchange, bodies.nameBody);
  await renameTeam(parts.db, actor.organization.id, id, name);
  return json({ id, name });
}

async function deleteOneTeam(parts: HttpParts, exchange: Exchange): Promise<Answer> {
  const actor = await enterOrganization(parts, exchange);
  const id = idIn(exchange, 'teamId', unknownTeam);
  await deleteTeam(parts.db, parts.clock, actor, id);
  return json({ id, deleted: true });
}

async function getKeys(parts: HttpParts, exchange: Exchange): Promise<Answer> {
  const member = await enterOrganization(parts, exchange);
  return json({ data: await listKeys(parts.db, parts.clock, member) });
}

/** The only answer that holds the key itself. */
async function postKey(parts: HttpParts, exchange: Exchange): Promise<Answer> {
  const member = await enterOrganization(parts, exchange);
  const wanted = await bodyOf(exchange, bodies.keyBody);
  return created({ name: wanted.name, ...(await makeKey(parts.db, parts.clock, member, wanted)) });
}

async function deleteKey(parts: HttpParts, exchange: Exchange): Promise<Answer> {
  const member = await enterOrganization(parts, exchange);
  const id = idIn(exchange, 'keyId', unknownKey);
  await revokeOwnKey(parts.db, parts.clock, member, id);
  return json({ id, revoked: true });
}

async function getCredits(parts: HttpParts, exchange: Exchange): Promise<Answer> {
  const member = await enterOrganization(parts, exchange);
  requireViewOfCredits(member);
  const { organization, user, team } = member;
  const spender = { organizationId: organization.id, userId: user.id, teamId: team?.id ?? null, apiKeyId: null };
  return json((await creditSummary(parts.db, parts.clock, spender)).credits);
}

function requireViewOfCredits({ role, billing }: Place): void {
  if (role !== 'member' || billing) return;
  throw new ProblemError(
    'insufficient_role',
    'Only owners, admins and members with billing rights may see the credits of the organization.',
  );
}

async function getStorage(parts: HttpParts, exchange: Exchange): Promise<Answer> {
  const { organization } = await enterOrganization(parts, exchange);
  return json(await storageSummary(parts.db, parts.clock, organization.id));
}

async function getOrders(parts: HttpParts, exchange: Exchange): Promise<Answer> {
  const member = await enterOrganization(parts, exchange);
  requireViewOfCredits(member);
  return json({ data: await listOrders(parts.db, member.organization.id) });
}

async function postOrder(parts: HttpParts, exchange: Exchange): Promise<Answer> {
  const { db, clock, payment, mailSender } = parts;
  const buyer = await enterOrganization(parts, exchange);
  const wanted = await bodyOf(exchange, bodies.orderBody);
  requireBilling(buyer);
  await takeAttempt(db, clock, ORDERS_PER_ORGANIZATION, buyer.organization.id);
  const order = await placeOrder(db, clock, payment, buyer, wanted);
  mailSender.nudge();
  return created(order);
}

async function deleteOrder(parts: HttpParts, exchange: Exchange): Promise<Answer> {
  const member = await enterOrganization(parts, exchange);
  const id = idIn(exchange, 'orderId', unknownOrder);
  return json(await cancelOrder(parts.db, parts.clock, member, id));
}

async function putMemberLimit(parts: HttpParts, exchange: Exchange): Promise<Answer> {
  const actor = await enterOrganization(parts, exchange);
  const id = idIn(exchange, 'userId', unknownMember);
  const { monthlyLimit } = await bodyOf(exchange, bodies.limitBody);
  await limitMember(parts.db, parts.clock, actor, id, monthlyLimit);
  return json({ id, monthlyLimit });
}

async function putTeamLimit(parts: HttpParts, exchange: Exchange): Promise<Answer> {
  const actor = await enterOrganization(parts, exchange);
  const id = idIn(exchange, 'teamId', unknownTeam);
  const { monthlyLimit } = await bodyOf(exchange, bodies.limitBody);
  await limitTeam(parts.db, parts.clock, actor, id, monthlyLimit);
  return json({ id, monthlyLimit });
}

async function putKeyLimit(parts: HttpParts, exchange: Exchange): Promise<Answer> {
  const actor = await enterOrganization(parts, exchange);
  const id = idIn(exchange, 'keyId', unknownKey);
  const { monthlyLimit } = await bodyOf(exchange, bodies.limitBody);
  await limitKey(parts.db, parts.clock, actor, id, monthlyLimit);
  return json({ id, monthlyLimit });
}
