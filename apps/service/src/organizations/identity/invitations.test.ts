import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { Browser, newAddress, PASSWORD, tokenIn } from '../../testing/browser.ts';
import { describeOnBoth } from '../../testing/databases.ts';
import { acmeOnTheWeb } from '../../testing/organization.ts';
import { seen } from '../../testing/service.ts';

describeOnBoth('invitations to organizations', (database) => {
  const suite = acmeOnTheWeb(database);
  const { db, person, join, members, inviteTo } = suite;

  const accept = (browser: Browser, token: string) => browser.send('POST', '/invitations/accept', { token });

  it('a new person signs up by the invited address, accepts, and is a member with role and team', async () => {
    const email = newAddress();
    const team = (await suite.owner.send('POST', `/organizations/${suite.acme}/teams`, { name: 'Lab' })).body.id;
    await suite.owner.send('POST', `/organizations/${suite.acme}/invitations`, {
      email: ` ${email.toUpperCase()} `,
      role: 'admin',
      teamId: team,
    });
    const mail = await suite.mailbox.next(email);
    expect(mail).toContain('Acme');
    const guest = new Browser(suite.service);
    await guest.send('POST', '/sign-up', { name: 'Guest', email, password: PASSWORD });
    expect(seen(await accept(guest, tokenIn(mail)))).toBe('401 not_signed_in');
    await guest.send('POST', '/verify-email', { token: tokenIn(await suite.mailbox.next(email)), password: PASSWORD });
    await guest.send('POST', '/sign-in', { email, password: PASSWORD });
    expect((await accept(guest, tokenIn(mail))).body).toEqual({ organizationId: suite.acme });
    expect((await guest.send('GET', '/session')).body.activeOrganization).toEqual({
      organization: { id: suite.acme, name: 'Acme' },
      role: 'admin',
      billing: false,
      team: { id: team, name: 'Lab' },
    });
    expect((await suite.owner.send('GET', `/organizations/${suite.acme}/invitations`)).body.data).toEqual([]);
  });

  it('a link works once, for seven days, for the address that it was sent to', async () => {
    const guest = await person();
    const { token } = await inviteTo(guest.email);
    expect(seen(await accept(suite.outsider, token))).toBe('410 link_not_valid');
    expect(seen(await accept(guest, `${token}x`))).toBe('410 link_not_valid');
    const { rows } = await sql<{ days: number }>`
        select extract(epoch from expires_at - created_at)::float8 / 86400 as days from invitation`.execute(db());
    expect(rows[0]?.days).toBeCloseTo(7, 6);
    const both = await Promise.all([accept(guest, token), accept(guest, token)]);
    expect(both.map(seen).sort()).toEqual(['200', '410 link_not_valid']);
    await guest.send('DELETE', `/organizations/${suite.acme}/members/${guest.userId}`);
    expect(seen(await accept(guest, token))).toBe('410 link_not_valid');
    expect(await members()).not.toHaveProperty(String(guest.userId));

    const late = await inviteTo(guest.email);
    await sql`update invitation set expires_at = clock_timestamp()`.execute(db());
    expect(seen(await accept(guest, late.token))).toBe('410 link_not_valid');
    const [listed] = (await suite.owner.send('GET', `/organizations/${suite.acme}/invitations`)).body.data;
    expect(listed).toMatchObject({ email: guest.email, role: 'member', expired: true });
  });

  it('an address that was not verified accepts nothing', async () => {
    const guest = await person();
    const { token } = await inviteTo(guest.email);
    await sql`update app_user set email_verified_at = null where id = ${guest.userId}`.execute(db());
    expect(seen(await accept(guest, token))).toBe('410 link_not_valid');
  });

  it('sending again, and inviting again, make a new link and end the one before; revoking ends it', async () => {
    const guest = await person();
    const first = await inviteTo(guest.email);
    await suite.admin.send('POST', `/organizations/${suite.acme}/invitations/${first.id}/resend`, {});
    const second = tokenIn(await suite.mailbox.next(guest.email));
    const third = await inviteTo(guest.email, 'admin', suite.admin);
    expect(third.id).toBe(first.id);
    for (const old of [first.token, second]) expect(seen(await accept(guest, old))).toBe('410 link_not_valid');
    expect((await suite.admin.send('DELETE', `/organizations/${suite.acme}/invitations/${third.id}`)).status).toBe(200);
    expect(seen(await accept(guest, third.token))).toBe('410 link_not_valid');
    expect(seen(await suite.admin.send('DELETE', `/organizations/${suite.acme}/invitations/${third.id}`))).toBe(
      '404 not_found',
    );
  });

  it('invitations end with the right of those who sent them', async () => {
    const [guest, second] = [await person(), await person()];
    const byAdmin = await inviteTo(guest.email, 'member', suite.admin);
    await suite.owner.send('PUT', `/organizations/${suite.acme}/members/${suite.admin.userId}`, { role: 'member' });
    expect(seen(await accept(guest, byAdmin.token))).toBe('410 link_not_valid');
    const heir = await person('owner');
    const [asOwner, asMember] = [
      await inviteTo(guest.email, 'owner', heir),
      await inviteTo(second.email, 'member', heir),
    ];
    await suite.owner.send('PUT', `/organizations/${suite.acme}/members/${heir.userId}`, { role: 'admin' });
    expect([seen(await accept(guest, asOwner.token)), seen(await accept(second, asMember.token))]).toEqual([
      '410 link_not_valid',
      '200',
    ]);
  });

  it('a member is not invited, and a member who was meanwhile added keeps their role', async () => {
    const guest = await person();
    const { token } = await inviteTo(guest.email, 'admin');
    await join(guest, suite.acme, 'member');
    expect(
      seen(await suite.owner.send('POST', `/organizations/${suite.acme}/invitations`, { email: guest.email })),
    ).toBe('400 validation_error');
    expect(seen(await accept(guest, token))).toBe('200');
    expect((await members())[guest.userId]).toBe('member');
  });

  it('the token is in the mail alone: only its digest is stored, and the log does not have it', async () => {
    const { token } = await inviteTo(newAddress());
    const { rows } = await sql<{ row: string; digest: Buffer }>`
        select i::text as row, digest from invitation i`.execute(db());
    expect(rows[0]?.digest.equals(createHash('sha256').update(token).digest())).toBe(true);
    expect(rows[0]?.row).not.toContain(token);
    expect(suite.service.log.join('\n')).not.toContain(token);
  });
});
