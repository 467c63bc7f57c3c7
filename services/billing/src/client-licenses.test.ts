/** The contract's own client, unmodified, against license keys as they are served. */
import { Polar } from '@polar-sh/sdk';
import { HTTPValidationError } from '@polar-sh/sdk/models/errors/httpvalidationerror.js';
import { ResourceNotFound } from '@polar-sh/sdk/models/errors/resourcenotfound.js';
import { type BillingStack, makeSeller, type Seller, startBilling, tokenOf } from '../test/factories.ts';
import { buyKey, customerOf } from '../test/licenses.ts';
import { polarAs } from '../test/polar.ts';

let stack: BillingStack;
let seller: Seller;
beforeAll(async () => {
  stack = await startBilling();
  seller = await makeSeller(stack);
});
afterAll(() => stack.stop());

const properties = {
  prefix: 'acme',
  expires: { ttl: 2, timeframe: 'month' },
  activations: { limit: 3, enable_customer_admin: true },
  limit_usage: 10,
};
const sold = () => buyKey(stack, seller, { properties });
/** Software has no token. */
const software = () => new Polar({ serverURL: `${stack.url}/api/billing` });
const scoped = (...scopes: string[]) => polarAs(stack, tokenOf(seller.organizationId, ...scopes));

describe('the client’s license keys', () => {
  it('are validated, activated and deactivated by whoever holds them', async () => {
    const { key, sale, benefit } = await sold();
    const held = { key: key.key as string, organizationId: seller.organizationId };
    const { licenseKeys } = software().customerPortal;
    const validated = await licenseKeys.validate({ ...held, incrementUsage: 4, benefitId: benefit.id });
    expect(validated).toEqual({
      id: key.id,
      createdAt: new Date(key.created_at),
      modifiedAt: null,
      organizationId: seller.organizationId,
      customerId: sale.order.customer_id,
      customer: expect.objectContaining({ id: sale.order.customer_id, email: sale.email, deletedAt: null }),
      benefitId: benefit.id,
      key: held.key,
      displayKey: `****-${held.key.slice(-6)}`,
      status: 'granted',
      limitActivations: 3,
      usage: 4,
      limitUsage: 10,
      validations: 1,
      lastValidatedAt: stack.clock.now(),
      expiresAt: new Date(key.expires_at),
      activation: null,
    });
    const activated = await licenseKeys.activate({ ...held, label: 'Mac', meta: { hostName: 'ada' } });
    expect(activated).toEqual({
      id: expect.any(String),
      licenseKeyId: key.id,
      label: 'Mac',
      meta: { hostName: 'ada' },
      createdAt: stack.clock.now(),
      modifiedAt: null,
      licenseKey: expect.objectContaining({ id: key.id, usage: 4 }),
    });
    const again = await licenseKeys.validate({ ...held, activationId: activated.id });
    expect(again.activation).toMatchObject({ id: activated.id, label: 'Mac', meta: { hostName: 'ada' } });
    await expect(licenseKeys.validate({ ...held, incrementUsage: 7 })).rejects.toMatchObject({
      statusCode: 400,
    });
    await licenseKeys.deactivate({ ...held, activationId: activated.id });
    await expect(licenseKeys.validate({ ...held, activationId: activated.id })).rejects.toBeInstanceOf(
      ResourceNotFound,
    );
    await expect(licenseKeys.validate({ ...held, key: 'NONE' })).rejects.toBeInstanceOf(ResourceNotFound);
  });

  it('are listed, read and changed by their seller', async () => {
    const { key, benefit } = await sold();
    const held = { key: key.key as string, organizationId: seller.organizationId };
    const polar = await scoped('license_keys:write');
    const activation = await software().customerPortal.licenseKeys.activate({ ...held, label: 'Mac' });
    const listed = await polar.licenseKeys.list({ benefitId: benefit.id });
    expect(listed.result.pagination).toEqual({ totalCount: 1, maxPage: 1 });
    const read = await polar.licenseKeys.get({ id: key.id });
    const { activations, ...facts } = read;
    expect(listed.result.items).toEqual([facts]);
    const { licenseKey, ...base } = activation;
    expect(activations).toEqual([base]);
    expect(await polar.licenseKeys.getActivation({ id: key.id, activationId: activation.id })).toEqual({
      ...base,
      licenseKey: facts,
    });
    expect(licenseKey.id).toBe(key.id);
    const expiresAt = new Date('2030-05-01T00:00:00.000Z');
    const changed = await polar.licenseKeys.update({
      id: key.id,
      licenseKeyUpdate: { status: 'disabled', limitActivations: 1000, limitUsage: null, expiresAt },
    });
    expect(changed).toEqual({
      ...facts,
      modifiedAt: stack.clock.now(),
      status: 'disabled',
      limitActivations: 1000,
      limitUsage: null,
      expiresAt,
    });
    await expect(
      polar.licenseKeys.update({ id: key.id, licenseKeyUpdate: { limitActivations: 1001 } }),
    ).rejects.toBeInstanceOf(HTTPValidationError);
  });

  it('are their customer’s', async () => {
    const { key, sale, benefit } = await sold();
    const polar = await polarAs(stack, customerOf(seller, sale.order.customer_id));
    const { licenseKeys } = polar.customerPortal;
    const listed = await licenseKeys.list({ customerSession: 'at-the-gateway' }, { benefitId: benefit.id });
    expect(listed.result.items.map(({ id }) => id)).toEqual([key.id]);
    const { activations, ...facts } = await licenseKeys.get(
      { customerSession: 'at-the-gateway' },
      { id: key.id },
    );
    expect([activations, [facts]]).toEqual([[], listed.result.items]);
  });

  it('need their scope, and are nobody else’s', async () => {
    const { key } = await sold();
    const reader = await scoped('license_keys:read');
    expect((await reader.licenseKeys.get({ id: key.id })).id).toBe(key.id);
    await expect(
      reader.licenseKeys.update({ id: key.id, licenseKeyUpdate: { usage: 1 } }),
    ).rejects.toMatchObject({ statusCode: 403 });
    await expect((await scoped('benefits:read')).licenseKeys.list({})).rejects.toMatchObject({
      statusCode: 403,
    });
    const stranger = await makeSeller(stack);
    const other = await polarAs(stack, tokenOf(stranger.organizationId, 'license_keys:write'));
    await expect(other.licenseKeys.get({ id: key.id })).rejects.toBeInstanceOf(ResourceNotFound);
    expect((await other.licenseKeys.list({})).result.items).toEqual([]);
  });
});
