import { fromWire, toWire } from '../wire.ts';
import { WebhookDelivery, WebhookDeliveryListQuery } from './delivery.ts';
import {
  WebhookEndpoint,
  WebhookEndpointCreate,
  WebhookEndpointUpdate,
  weaknessOfSecret,
} from './endpoint.ts';

const endpoint = { url: 'https://shop.example/hooks', secret: 'whsec_c2VjcmV0', events: ['order.paid'] };
const id = '0198a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b';

describe('a webhook endpoint', () => {
  it('is made of a URL and events, raw unless told otherwise', () => {
    const wire = { ...endpoint, events: ['order.paid', 'order.paid'], organization_id: id };
    expect(WebhookEndpointCreate.parse(fromWire(WebhookEndpointCreate, wire, 'snake'))).toEqual({
      ...endpoint,
      format: 'raw',
      organizationId: id,
    });
  });

  it.each([
    ['no URL', { ...endpoint, url: undefined }, 'url'],
    ['a file', { ...endpoint, url: 'file:///etc/passwd' }, 'url'],
    ['no address at all', { ...endpoint, url: 'shop' }, 'url'],
    ['a URL without end', { ...endpoint, url: `https://a.example/${'x'.repeat(2083)}` }, 'url'],
    ['missing events', { ...endpoint, events: undefined }, 'events'],
    ['an empty secret', { ...endpoint, secret: '' }, 'secret'],
    ['a secret with a space after it', { ...endpoint, secret: 'a b ' }, 'secret'],
    ['a secret of spaces', { ...endpoint, secret: '  ' }, 'secret'],
    ['a secret with a tab', { ...endpoint, secret: 'a\tb' }, 'secret'],
    ['a secret with half a character', { ...endpoint, secret: 'a\ud800' }, 'secret'],
    ['a prefix for a secret', { ...endpoint, secret: 'whsec_' }, 'secret'],
    ['half a byte of key', { ...endpoint, secret: 'whsec_a' }, 'secret'],
    ['padding for a key', { ...endpoint, secret: 'whsec_==' }, 'secret'],
    ['padding for a secret', { ...endpoint, secret: '====' }, 'secret'],
    ['an unknown event', { ...endpoint, events: ['order.eaten'] }, 'events.0'],
    ['an unknown format', { ...endpoint, format: 'xml' }, 'format'],
  ])('is refused for %s', (_what, value, path) => {
    const paths = WebhookEndpointCreate.safeParse(value).error?.issues.map((issue) => issue.path.join('.'));
    expect(new Set(paths)).toEqual(new Set([path]));
  });

  it.each(['a', 'shhh', 'whsec_YQ==', 'whsec_aa', 'not-base64!', 'correct horse battery', 'Schlüssel 鍵'])(
    'takes the short secret %s',
    (secret) => {
      expect(WebhookEndpointCreate.parse({ ...endpoint, secret }).secret).toBe(secret);
      expect(weaknessOfSecret(secret)).not.toBeNull();
    },
  );

  it('finds nothing wrong with a secret of 24 random bytes, and says what is wrong with a long one', () => {
    expect(weaknessOfSecret('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')).toBeNull();
    expect(weaknessOfSecret('a-long-secret-that-is-no-base64-at-all')).toMatch(/base64/);
  });

  it('may listen to nothing', () => {
    expect(WebhookEndpointCreate.parse({ ...endpoint, events: [] }).events).toEqual([]);
  });

  it('changes only what is given', () => {
    expect(WebhookEndpointUpdate.parse({ events: ['order.paid'] })).toEqual({ events: ['order.paid'] });
  });

  it('never shows its secret', () => {
    expect(toWire(WebhookEndpoint, { ...endpoint, id, organizationId: id }, 'snake')).toEqual({
      id,
      url: endpoint.url,
      events: endpoint.events,
      organization_id: id,
    });
  });
});

describe('a delivery', () => {
  it('spells its keys in snake_case', () => {
    const delivery = {
      httpCode: 500,
      durationMs: 12,
      webhookEvent: { lastHttpCode: 500, payload: '{"aB":1}' },
    };
    expect(toWire(WebhookDelivery, delivery, 'snake')).toEqual({
      http_code: 500,
      duration_ms: 12,
      webhook_event: { last_http_code: 500, payload: '{"aB":1}' },
    });
  });

  it('is found by endpoint and time', () => {
    const wire = { endpoint_id: id, start_timestamp: '2026-11-21T02:00:00+01:00' };
    expect(WebhookDeliveryListQuery.parse(fromWire(WebhookDeliveryListQuery, wire, 'snake'))).toMatchObject({
      endpointId: [id],
      startTimestamp: new Date('2026-11-21T01:00:00Z'),
    });
  });
});
