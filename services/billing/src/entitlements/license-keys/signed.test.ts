import { startReencryption } from '@tessera/kit/database/reencrypt';
import { createVault } from '@tessera/kit/secrets';
import { createLocalJWKSet, jwtVerify } from 'jose';
import { type BillingStack, makeSeller, startBilling } from '../../../test/factories.ts';
import { buyKey } from '../../../test/licenses.ts';
import { encryptedSigningKeys } from './signed.ts';

let stack: BillingStack;
beforeAll(async () => {
  stack = await startBilling();
});
afterAll(() => stack.stop());

const sign = (body: object) => stack.send('POST', '/customer-portal/license-keys/sign', { body });
const jwksOf = async (organizationId: string) =>
  (await stack.send('GET', `/customer-portal/license-keys/jwks/${organizationId}`)).body;

describe('a signed license', () => {
  it('is verified by the seller’s public key alone, until it ends', async () => {
    const seller = await makeSeller(stack);
    const { key, held } = await buyKey(stack, seller, {
      properties: { expires: { ttl: 5, timeframe: 'day' } },
    });
    const { status, body } = await sign(held);
    expect([status, Object.keys(body)]).toEqual([200, ['license', 'expires_at', 'jwks_url']]);
    const options = {
      issuer: 'http://localhost:3000/api/billing',
      audience: seller.organizationId,
      currentDate: stack.clock.now(),
    };
    const keys = createLocalJWKSet(await jwksOf(seller.organizationId));
    const { payload } = await jwtVerify(body.license, keys, options);
    expect(payload).toMatchObject({
      sub: key.id,
      customer_id: key.customer_id,
      benefit_id: key.benefit_id,
      display_key: key.display_key,
      license_expires_at: key.expires_at,
    });
    expect(body.license).not.toContain(key.key);
    expect(Date.parse(body.expires_at)).toBeLessThanOrEqual(Date.parse(key.expires_at));
    const later = { ...options, currentDate: new Date(Date.parse(body.expires_at) + 1000) };
    await expect(jwtVerify(body.license, keys, later)).rejects.toThrow('exp');
  });

  it('is not what another seller’s key verifies, and keeps no private part in public', async () => {
    const [one, other] = [await makeSeller(stack), await makeSeller(stack)];
    const { held } = await buyKey(stack, one);
    const { held: second } = await buyKey(stack, other);
    const { body } = await sign(held);
    await sign(second);
    const jwks = await jwksOf(other.organizationId);
    expect(Object.keys(jwks.keys[0]).toSorted()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x']);
    await expect(jwtVerify(body.license, createLocalJWKSet(jwks))).rejects.toThrow();
    expect((await sign({ ...held, key: 'NO-SUCH-KEY' })).status).toBe(404);
    const stored: { private_key: string }[] = await stack.db.query(
      'SELECT private_key FROM license_signing_keys',
    );
    expect(stored).not.toEqual([]);
    // Sealed, as no key is that can be read.
    for (const row of stored) expect(row.private_key).toMatch(/^test\.[\w-]+\.[\w-]+\.[\w-]+$/);
  });

  it('comes from the same key after the ring of keys was rotated', async () => {
    const seller = await makeSeller(stack);
    const { held } = await buyKey(stack, seller);
    await sign(held);
    const before = await jwksOf(seller.organizationId);
    const { db, log, vault } = stack.billing;
    const fresh = `next:${Buffer.alloc(32, 9).toString('base64')}`;
    const both = createVault(`${fresh},test:${Buffer.alloc(32, 7).toString('base64')}`);
    await startReencryption({ db, log, vault: both, ...encryptedSigningKeys }).done;
    stack.billing.vault = createVault(fresh);
    expect((await sign(held)).status).toBe(200);
    expect(await jwksOf(seller.organizationId)).toEqual(before);
    stack.billing.vault = vault;
    await db.query('DELETE FROM license_signing_keys');
  });
});
