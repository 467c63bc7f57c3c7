import { validateEvent } from '@polar-sh/sdk/webhooks';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { makeCustomer } from '../../test/factories.ts';
import { createSecret, keysOf, signatureHeaders } from './signature.ts';

const body = JSON.stringify({ type: 'customer.created', data: makeCustomer('0193-organization') });
const signed = (secret: string) => signatureHeaders(keysOf(secret), { id: 'msg-1', at: new Date(), body });

describe('signatureHeaders', () => {
  it.each([
    createSecret(),
    'plain-secret',
    'x',
    'whsec_not base64!',
    'a few words',
    'Schlüssel 鍵',
    'c2VjcmV0',
    'c2VjcmV0MQ==',
  ])('satisfies validateEvent with the secret %s', (secret) =>
    expect(validateEvent(body, signed(secret), secret).type).toBe('customer.created'),
  );

  it.each([createSecret(), 'whsec_c2VjcmV0', 'c2VjcmV0', 'c2VjcmV0MQ==', 'c2VjcmV0MQ'])(
    'satisfies standardwebhooks with the secret %s, which is base64',
    (secret) => expect(new StandardWebhook(secret).verify(body, signed(secret))).toEqual(JSON.parse(body)),
  );

  it('signs twice when the secret is base64, and once when it is not', () => {
    const count = (secret: string) => signed(secret)['webhook-signature'].split(' ').length;
    expect(count(createSecret())).toBe(2);
    expect(count('not base64!')).toBe(1);
    expect(count('x')).toBe(1);
  });

  it('does not satisfy another secret or another body', () => {
    expect(() => validateEvent(body, signed('one'), 'two')).toThrow('No matching signature');
    expect(() => validateEvent(`${body} `, signed('one'), 'one')).toThrow('No matching signature');
  });

  it('names the second it was signed in', () => {
    const at = new Date('2026-01-15T12:00:00.900Z');
    expect(signatureHeaders(keysOf('s'), { id: 'i', at, body })['webhook-timestamp']).toBe('1768478400');
  });
});

describe('createSecret', () => {
  it('makes 256 random bits in the form of the standard', () => {
    expect(createSecret()).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(createSecret()).not.toBe(createSecret());
  });
});
