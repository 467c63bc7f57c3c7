/** License key benefits, and purchased keys. */
import { eventually } from '@tessera/kit/test/eventually';
import type { PassportClaims } from '@tessera/proto/api/passport';
import { uuidv7 } from 'uuidv7';
import type { BillingStack, Seller } from './factories.ts';
import { buy } from './purchases.ts';

/** Creates a license key benefit over HTTP. */
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

/** Waits until a benefit has exactly `count` keys and returns them, newest first. */
export const keysOf = (stack: BillingStack, seller: Seller, benefitId: string, count = 1) =>
  eventually(async () => {
    const { body } = await stack.send('GET', `/license-keys/?benefit_id=${benefitId}&sorting=-created_at`, {
      as: seller.owner,
    });
    if (body.items?.length !== count) throw new Error(`${body.items?.length} keys`);
    return body.items;
  });

/** Buys a product with a license key benefit, and waits for the key. */
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

/** The passport of a customer session. */
export const customerOf = (seller: Seller, customerId: string): PassportClaims => ({
  kind: 'customer',
  sessionId: uuidv7(),
  organizationId: seller.organizationId,
  scope: { customerId },
});
