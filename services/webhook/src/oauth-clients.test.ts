/** What an OAuth client may that acts for a user: as far as its scopes go, what the user may, and nothing else. */
import { MembershipEntity } from '@tessera/kit/access/memberships';
import { everyScopeOf, oauthClientFindings, oauthClientOf } from '@tessera/kit/test/oauth-clients';
import { makeEndpoint, makeSeller, makeUser, startWebhook, type WebhookStack } from '../test/factories.ts';
import { routes } from './app.ts';

let started: WebhookStack;
beforeAll(async () => {
  started = await startWebhook();
});
afterAll(() => started.stack.stop());

const client = (userId: string) => oauthClientOf(userId, ...everyScopeOf(routes(started.webhook)));

describe('an OAuth client of a user', () => {
  it('passes by scopes alone, at every route', async () => {
    const { userId } = makeSeller(started).user;
    expect(await oauthClientFindings(routes(started.webhook), { send: started.send, userId })).toEqual([]);
  });

  it('reaches what its user reaches: all of it, to look, or nothing', async () => {
    const { user, organizationId } = makeSeller(started);
    const looker = makeUser();
    const membership = { id: 'x', organizationId, userId: looker.userId, role: 'member', canManage: false };
    started.memberships.push(membership);
    const { id } = await makeEndpoint(started, user, { organization_id: organizationId });
    const path = `/webhooks/endpoints/${id}`;
    const outcomes = async (userId: string) => {
      const as = client(userId);
      const list = await started.send('GET', '/webhooks/endpoints', { as });
      const create = { url: 'https://example.com/x', format: 'raw', events: ['order.paid'] };
      const tried = [
        await started.send('GET', path, { as }),
        await started.send('PATCH', path, { as, body: { events: ['order.paid'] } }),
        await started.send('POST', '/webhooks/endpoints', {
          as,
          body: { ...create, organization_id: organizationId },
        }),
      ];
      return [list.body.items.length, ...tried.map(({ status }) => status)];
    };
    expect(await outcomes(user.userId)).toEqual([1, 200, 200, 201]);
    expect(await outcomes(looker.userId)).toEqual([2, 200, 403, 403]);
    expect(await outcomes(makeUser().userId)).toEqual([0, 404, 404, 422]);
  });

  it('reaches nothing any more when its user has left', async () => {
    const { user, organizationId } = makeSeller(started);
    const { id } = await makeEndpoint(started, user, { organization_id: organizationId });
    const as = client(user.userId);
    const path = `/webhooks/endpoints/${id}`;
    expect((await started.send('GET', path, { as })).status).toBe(200);
    started.memberships.length = 0;
    await started.stack.db.manager.update(MembershipEntity, { organizationId }, { isDeleted: true });
    expect((await started.send('GET', path, { as })).status).toBe(404);
  });
});
