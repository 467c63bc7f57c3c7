/** Benefits of license keys, and keys that were bought. */
import { eventually } from '@tessera/kit/test/eventually';
import type { PassportClaims } from '@tessera/proto/api/passport';
import { uuidv7 } from 'uuidv7';
import type { BillingStack, Seller } from './factories.ts';
import { buy } from './purchases.ts';

/** A benefit of license keys, made over HTTP. */
export const makeLicenses = async (stack: BillingStack, seller: Seller, properties: object = {}) => {
  const { status, body, text } = await stack.send('POST', '/benefits/', {
    as: seller.owner,
    body: {
      type: 'license_keys',
      description: 'A license',
      organization_id: seller.organizationId,
      properties,
    },
  });
  if (status !== 201) throw new Error(text);
  return body;
};

/** The keys of a benefit, newest first, once there are so many. */
export const keysOf = (stack: BillingStack, seller: Seller, benefitId: string, count = 1) =>
  eventually(async () => {
    const { body } = await stack.send('GET', `/license-keys/?benefit_id=${benefitId}&sorting=-created_at`, {
      as: seller.owner,
    });
    if (body.items?.length !== count) throw new Error(`${body.items?.length} keys`);
    return body.items;
  });

/** Buys a product that gives a key, and waits for the key. */
export const buyKey = async (
  stack: BillingStack,
  seller: Seller,
  { properties = {}, interval }: { properties?: object; interval?: 'month' } = {},
) => {
  const benefit = await makeLicenses(stack, seller, properties);
  const sale = await buy(stack, {
    seller,
    product: { benefits: [benefit], ...(interval && { recurringInterval: interval }) },
  });
  const [key] = await keysOf(stack, seller, benefit.id);
  return { benefit, sale, key, held: { key: key.key, organization_id: seller.organizationId } };
};

/** The session of a customer. */
export const customerOf = (seller: Seller, customerId: string): PassportClaims => ({
  kind: 'customer',
  sessionId: uuidv7(),
  organizationId: seller.organizationId,
  scope: { customerId },
});
