import { createVault } from '@tessera/kit/secrets';
import { uuidv7 } from 'uuidv7';
import {
  makeEndpoint,
  makeSeller,
  makeToken,
  makeUser,
  startWebhook,
  type WebhookStack,
} from '../../test/factories.ts';
import { EndpointEntity } from './entity.ts';

const path = '/webhooks/endpoints';

describe('webhook endpoints', () => {
  let started: WebhookStack;
  beforeAll(async () => {
    started = await startWebhook({ allowHttp: false, allowLoopback: false, allowPrivateAddresses: false });
  });
  afterAll(() => started.stack.stop());

  describe('listEndpoints', () => {
    it('pages through the endpoints of the organizations that the caller belongs to, newest first', async () => {
      const { user, organizationId } = makeSeller(started);
      const ids: string[] = [];
      for (const n of [1, 2, 3])
        ids.unshift(
          (
            await makeEndpoint(started, user, {
              organization_id: organizationId,
              url: `https://example.com/${n}`,
            })
          ).id,
        );
      const first = await started.send('GET', `${path}?page=1&limit=2`, { as: user });
      expect(first.body.pagination).toEqual({ total_count: 3, max_page: 2 });
      expect(first.body.items.map(({ id }: { id: string }) => id)).toEqual(ids.slice(0, 2));
      const second = await started.send('GET', `${path}?page=2&limit=2`, { as: user });
      expect(second.body.items.map(({ id }: { id: string }) => id)).toEqual(ids.slice(2));
    });

    it('filters by organization, and shows nothing of another one', async () => {
      const mine = makeSeller(started);
      const other = makeSeller(started);
      await makeEndpoint(started, other.user, { organization_id: other.organizationId });
      const filtered = (as: typeof mine.user, organizationId: string) =>
        started.send('GET', `${path}?organization_id=${organizationId}`, { as });
      expect((await filtered(mine.user, other.organizationId)).body.items).toEqual([]);
      expect((await filtered(other.user, other.organizationId)).body.items).toHaveLength(1);
      expect((await started.send('GET', path, { as: mine.user })).body.items).toEqual([]);
      const token = makeToken(mine.organizationId, 'webhooks:read');
      expect(
        (await started.send('GET', `${path}?organization_id=${other.organizationId}`, { as: token })).body
          .items,
      ).toEqual([]);
    });

    it.each(['page=0', 'page=x', 'limit=-1', 'organization_id=x', 'organization_id[a]=b'])(
      'refuses ?%s with 422',
      async (query) => {
        expect((await started.send('GET', `${path}?${query}`, { as: makeUser() })).status).toBe(422);
      },
    );
  });

  describe('getEndpoint, updateEndpoint and deleteEndpoint', () => {
    it('take a new secret in place of one that no key of the ring opens', async () => {
      const { user, organizationId } = makeSeller(started);
      const { id } = await makeEndpoint(started, user, { organization_id: organizationId });
      const strange = createVault(`first:${Buffer.alloc(32, 9).toString('base64')}`).encrypt('shhh');
      await started.webhook.db.manager.update(EndpointEntity, { id }, { secret: strange });
      const changed = await started.send('PATCH', `${path}/${id}`, { as: user, body: { secret: 'another' } });
      expect(changed.status).toBe(200);
      const { secret } = await started.webhook.db.manager.findOneByOrFail(EndpointEntity, { id });
      expect(started.webhook.vault.decrypt(secret)).toBe('another');
    });

    it('leave the time of an endpoint where nothing changes', async () => {
      const { user, organizationId } = makeSeller(started);
      const secret = 'open-sesame-of-enough-letters';
      const made = await makeEndpoint(started, user, { organization_id: organizationId, secret });
      const change = async (body: object) =>
        (await started.send('PATCH', `${path}/${made.id}`, { as: user, body })).body;
      const secretNow = async () =>
        (await started.webhook.db.manager.findOneByOrFail(EndpointEntity, { id: made.id })).secret;
      const before = await secretNow();
      const { url, format, events } = await change({});
      const same = { url, format, events, secret, enabled: true };
      expect((await change(same)).modified_at).toBeNull();
      expect(await secretNow()).toBe(before);
      for (const other of [{ url: `${url}/2` }, { secret: `${secret}!` }, { enabled: false }]) {
        started.stack.clock.set(new Date(started.stack.clock.now().getTime() + 60_000));
        expect((await change(other)).modified_at).toBe(started.stack.clock.now().toISOString());
      }
    });

    it('let any member read and only managers write', async () => {
      const { user, organizationId } = makeSeller(started);
      const member = makeUser();
      started.memberships.push({
        id: uuidv7(),
        organizationId,
        userId: member.userId,
        role: 'member',
        canManage: false,
      });
      const { id } = await makeEndpoint(started, user, { organization_id: organizationId });
      expect((await started.send('GET', `${path}/${id}`, { as: member })).status).toBe(200);
      expect((await started.send('PATCH', `${path}/${id}`, { as: member, body: {} })).body.error).toBe(
        'NotPermitted',
      );
      expect((await started.send('DELETE', `${path}/${id}`, { as: member })).status).toBe(403);
    });

    it('answer 404 to strangers and other organizations tokens, and change nothing', async () => {
      const { user, organizationId } = makeSeller(started);
      const { id } = await makeEndpoint(started, user, { organization_id: organizationId });
      for (const as of [makeUser(), makeToken(uuidv7(), 'webhooks:read', 'webhooks:write')]) {
        expect((await started.send('GET', `${path}/${id}`, { as })).body.error).toBe('ResourceNotFound');
        const body = { url: 'https://evil.example/' };
        expect((await started.send('PATCH', `${path}/${id}`, { as, body })).status).toBe(404);
        expect((await started.send('DELETE', `${path}/${id}`, { as })).status).toBe(404);
      }
      expect((await started.send('GET', `${path}/${id}`, { as: user })).body.url).toBe(
        'https://example.com/hook',
      );
    });

    it('ask an access token for the scope', async () => {
      const organizationId = uuidv7();
      const { id } = await makeEndpoint(started, makeToken(organizationId, 'webhooks:write'), {});
      const reader = makeToken(organizationId, 'webhooks:read');
      expect((await started.send('GET', `${path}/${id}`, { as: reader })).status).toBe(200);
      const refused = await started.send('DELETE', `${path}/${id}`, { as: reader });
      expect([refused.status, refused.body.error]).toEqual([403, 'insufficient_scope']);
      const other = makeToken(organizationId, 'orders:read');
      expect((await started.send('GET', path, { as: other })).status).toBe(403);
    });

    it('change what is given and leave the rest', async () => {
      const { user, organizationId } = makeSeller(started);
      const { id } = await makeEndpoint(started, user, { organization_id: organizationId });
      const { status, body } = await started.send('PATCH', `${path}/${id}`, {
        as: user,
        body: { events: ['order.created', 'order.created', 'order.paid'], url: null, secret: 'another' },
      });
      expect(status).toBe(200);
      expect(body).toMatchObject({
        url: 'https://example.com/hook',
        events: ['order.created', 'order.paid'],
        modified_at: started.stack.clock.now().toISOString(),
      });
      const row = await started.stack.db.manager.findOneByOrFail(EndpointEntity, { id });
      expect(started.webhook.vault.decrypt(row.secret)).toBe('another');
    });

    it.each([
      { url: 'http://example.com' },
      { url: 'https://10.0.0.1/' },
      { events: ['order.eaten'] },
      { format: 'x' },
      [],
    ])('refuse the change %j with 422', async (body) => {
      const token = makeToken(uuidv7(), 'webhooks:write');
      const { id } = await makeEndpoint(started, token, {});
      expect((await started.send('PATCH', `${path}/${id}`, { as: token, body })).status).toBe(422);
    });

    it('delete with 204, after which nothing is there, and the secret is gone', async () => {
      const { user, organizationId } = makeSeller(started);
      const { id } = await makeEndpoint(started, user, { organization_id: organizationId });
      expect((await started.send('DELETE', `${path}/${id}`, { as: user })).status).toBe(204);
      for (const method of ['GET', 'DELETE'])
        expect((await started.send(method, `${path}/${id}`, { as: user })).status).toBe(404);
      expect((await started.send('GET', path, { as: user })).body.items).toEqual([]);
      const row = await started.stack.db.manager.findOneByOrFail(EndpointEntity, { id });
      expect(row.secret).toBe('');
    });

    it('answer 422 to an id that is none and 404 to one that nobody has', async () => {
      for (const method of ['GET', 'PATCH', 'DELETE']) {
        const options = { as: makeUser(), ...(method === 'PATCH' && { body: {} }) };
        expect((await started.send(method, `${path}/nonsense`, options)).status).toBe(422);
        expect((await started.send(method, `${path}/${uuidv7()}`, options)).status).toBe(404);
      }
    });
  });
});
