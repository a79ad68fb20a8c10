import type { ActionResult } from '@hinterland/client';
import { describe, expectTypeOf, it } from 'vitest';
import type { Answer, Body, Known, OrganizationPath } from './address.ts';
import type { useChange, useResource } from './queries.ts';
import type { request } from './request.ts';
import type { Job, Member, Session, Version } from './types.ts';

const home = '/organizations/7' as OrganizationPath;

/** The compiler reads this file and nobody runs what it calls: a line that should not compile and does is an error of types. */
describe('a call of the session surface', () => {
  it('answers what the document says of its address', () => {
    expectTypeOf<Answer<'/session'>>().toEqualTypeOf<Session>();
    expectTypeOf<Answer<`${OrganizationPath}/members`>>().toEqualTypeOf<{ readonly data: readonly Member[] }>();
    expectTypeOf<Answer<`${OrganizationPath}/analyses/${string}/versions/${number}`>>().toEqualTypeOf<Version>();
    expectTypeOf<Answer<`${OrganizationPath}/datasets/${string}/geocode`, 'POST'>>().toEqualTypeOf<Job>();
    expectTypeOf<Answer<`${OrganizationPath}/actions/areas.list/execute`, 'POST'>>().toEqualTypeOf<{
      readonly result: ActionResult<'areas.list'>;
    }>();
  });

  it('does not compile with an address, a method, a parameter or a query that is not in the document', () => {
    const wrong = (read: typeof request, show: typeof useResource) => {
      void read(`${home}/members`);
      void show(`${home}/usage?by=member`);
      // @ts-expect-error: a path that does not exist
      void read(`${home}/memberz`);
      // @ts-expect-error: a path without its organization
      void show('/members');
      // @ts-expect-error: a number is wanted, and a text given
      void show(`/organizations/${'seven' as string}/members`);
      // @ts-expect-error: members are not made by POST
      void read(`${home}/members`, { method: 'POST', body: {} });
      // @ts-expect-error: the query has another name
      void show(`${home}/usage?of=member`);
      // @ts-expect-error: an address that is only a text may be anything
      void read(home as string);
    };
    expectTypeOf(wrong).toBeFunction();
    expectTypeOf<Known<'/session', 'GET'>>().toBeUnknown();
  });

  it('does not compile with a field that is not in its body, or that its answer lacks', () => {
    const wrong = async (send: typeof request, change: typeof useChange) => {
      await send(`${home}/teams`, { method: 'POST', body: { name: 'North' } });
      // @ts-expect-error: the field is called name
      await send(`${home}/teams`, { method: 'POST', body: { title: 'North' } });
      // @ts-expect-error: a body is missing
      await send(`${home}/teams`, { method: 'POST' });
      // @ts-expect-error: sites are texts
      change({ method: 'PUT', path: `${home}/analyses/abc/embedding`, changes: [], body: () => ({ sites: [1] }) });
      const { user } = await send('/session');
      // @ts-expect-error: the answer has no such member
      void user.surname;
      // @ts-expect-error: the input of an action is that of the public interface
      await send(`${home}/actions/areas.list/execute`, { method: 'POST', body: { parents: 'x' } });
    };
    expectTypeOf(wrong).toBeFunction();
    expectTypeOf<Body<`${OrganizationPath}/members/${number}/limit`, 'PUT'>>().toEqualTypeOf<{
      readonly monthlyLimit: number | null;
    }>();
  });
});
