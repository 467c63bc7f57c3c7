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
const wanted = {
  url: 'https://example.com/hook',
  events: ['order.paid'],
  secret: 'my-secret',
};

describe('new webhook endpoints', () => {
  let started: WebhookStack;
  beforeAll(async () => {
    started = await startWebhook({ allowHttp: false, allowLoopback: false, allowPrivateAddresses: false });
  });
  afterAll(() => started.stack.stop());

  describe('createEndpoint', () => {
    it('answers the endpoint without the secret that was given', async () => {
      const { user, organizationId } = makeSeller(started);
      const { status, body } = await started.send('POST', path, {
        as: user,
        body: { ...wanted, organization_id: organizationId },
      });
      expect(status).toBe(201);
      expect(body).toEqual({
        id: expect.any(String),
        created_at: '2026-01-15T12:00:00.000Z',
        modified_at: null,
        url: 'https://example.com/hook',
        format: 'raw',
        events: ['order.paid'],
        enabled: true,
        is_failing: false,
        organization_id: organizationId,
        secret: null,
      });
    });

    it('generates a secret where none is given and shows it once', async () => {
      const { user, organizationId } = makeSeller(started);
      const made = await makeEndpoint(started, user, { organization_id: organizationId, secret: undefined });
      expect(made.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
      const { body } = await started.send('GET', `${path}/${made.id}`, { as: user });
      expect(body).not.toHaveProperty('secret');
    });

    it('may listen to nothing yet, and be told of something later and of nothing again', async () => {
      const { user, organizationId } = makeSeller(started);
      const body = { ...wanted, events: [], organization_id: organizationId };
      const made = await started.send('POST', path, { as: user, body });
      expect([made.status, made.body.events]).toEqual([201, []]);
      for (const events of [['order.paid'], []]) {
        const changed = await started.send('PATCH', `${path}/${made.body.id}`, {
          as: user,
          body: { events },
        });
        expect([changed.status, changed.body.events]).toEqual([200, events]);
      }
    });

    it('stores the secret sealed', async () => {
      const { user, organizationId } = makeSeller(started);
      const { id } = await makeEndpoint(started, user, {
        organization_id: organizationId,
        secret: 'top-secret',
      });
      const row = await started.stack.db.manager.findOneByOrFail(EndpointEntity, { id });
      expect(row.secret).toMatch(/^first\./);
      expect(row.secret).not.toContain('top-secret');
      expect(started.webhook.vault.decrypt(row.secret)).toBe('top-secret');
    });

    it('belongs to the organization of an access token, which must not name one', async () => {
      const organizationId = uuidv7();
      const token = makeToken(organizationId, 'webhooks:write');
      expect((await makeEndpoint(started, token, {})).organization_id).toBe(organizationId);
      const refused = await started.send('POST', path, {
        as: token,
        body: { ...wanted, organization_id: organizationId },
      });
      expect(refused.status).toBe(422);
      expect(refused.body.detail[0]).toMatchObject({
        loc: ['body', 'organization_id'],
        type: 'organization_token',
      });
    });

    it('takes the organization’s id in capitals too, also as a filter', async () => {
      const { user, organizationId } = makeSeller(started);
      const capitals = organizationId.toUpperCase();
      const made = await makeEndpoint(started, user, { organization_id: capitals });
      expect(made.organization_id).toBe(organizationId);
      for (const as of [user, makeToken(organizationId, 'webhooks:read')]) {
        const { body } = await started.send('GET', `${path}?organization_id=${capitals}`, { as });
        expect(body.items).toMatchObject([{ id: made.id }]);
      }
    });

    it('needs a signed-in user to name the organization', async () => {
      const { status, body } = await started.send('POST', path, { as: makeUser(), body: wanted });
      expect(status).toBe(422);
      expect(body.detail[0]).toMatchObject({ loc: ['body', 'organization_id'], type: 'missing' });
    });

    it('is refused to members without rights, and to strangers as if the organization did not exist', async () => {
      const { user, organizationId } = makeSeller(started, false);
      const body = { ...wanted, organization_id: organizationId };
      const asMember = await started.send('POST', path, { as: user, body });
      expect([asMember.status, asMember.body.error]).toEqual([403, 'NotPermitted']);
      const asStranger = await started.send('POST', path, { as: makeUser(), body });
      expect(asStranger.status).toBe(422);
      const toNothing = { ...wanted, organization_id: uuidv7() };
      expect(asStranger.body).toEqual((await started.send('POST', path, { as: user, body: toNothing })).body);
      expect((await started.send('POST', path, { body })).status).toBe(401);
    });

    it.each([
      ['http://example.com/hook', 'Must be an https URL'],
      ['https://127.0.0.1/hook', 'This address is not allowed'],
      ['https://2130706433/', 'This address is not allowed'],
      ['https://[::ffff:10.0.0.1]/', 'This address is not allowed'],
      ['https://169.254.169.254/latest', 'This address is not allowed'],
      ['https://localhost./', 'This address is not allowed'],
      ['https://user:password@example.com/', 'Must not contain a user name or password'],
      ['https://example.com:25/', 'This port is not allowed'],
    ])('refuses %s', async (url, msg) => {
      const token = makeToken(uuidv7(), 'webhooks:write');
      const { status, body } = await started.send('POST', path, { as: token, body: { ...wanted, url } });
      expect(status).toBe(422);
      expect(body).toEqual({
        error: 'RequestValidationError',
        detail: [{ loc: ['body', 'url'], msg, type: 'value_error' }],
      });
    });

    it.each([
      ['no url', { ...wanted, url: undefined }],
      ['a url that is none', { ...wanted, url: 'nowhere' }],
      ['a url of another kind', { ...wanted, url: 'javascript:alert(1)' }],
      ['an endless url', { ...wanted, url: `https://example.com/${'a'.repeat(2083)}` }],
      ['missing events', { ...wanted, events: undefined }],
      ['an unknown event', { ...wanted, events: ['order.eaten'] }],
      ['events that are none', { ...wanted, events: 'order.paid' }],
      ['an empty secret', { ...wanted, secret: '' }],
      ['a secret with a line break', { ...wanted, secret: 'a\nb' }],
      ['a secret that is a number', { ...wanted, secret: 5 }],
      ['an unknown format', { ...wanted, format: 'telegram' }],
      ['an organization that is no id', { ...wanted, organization_id: 'x' }],
      ['a list', []],
      ['a text', '"text"'],
      ['null', 'null'],
      ['broken JSON', '{"url":'],
      ['half a character', { ...wanted, url: 'https://example.com/\ud800' }],
      ['a null character', { ...wanted, secret: 'a\u0000b' }],
    ])('refuses %s with 422', async (_name, body) => {
      const { status, body: reply } = await started.send('POST', path, {
        as: makeToken(uuidv7(), 'webhooks:write'),
        body,
      });
      expect(status).toBe(422);
      expect(Array.isArray(reply.detail)).toBe(true);
    });

    it('refuses a body that is too large with 413', async () => {
      const body = { ...wanted, url: `https://example.com/${'a'.repeat(1_100_000)}` };
      const { status } = await started.send('POST', path, {
        as: makeToken(uuidv7(), 'webhooks:write'),
        body,
      });
      expect(status).toBe(413);
    });
  });

  it('log no secret and no address', () => {
    const log = JSON.stringify(started.stack.log.lines());
    expect(log).not.toContain('top-secret');
    expect(log).not.toContain('example.com/hook');
  });
});
