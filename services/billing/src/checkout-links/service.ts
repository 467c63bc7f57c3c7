/** Creates, updates and deletes checkout links. */
import { leavesAsIs } from '@tessera/kit/database/changes';
import { kitErrors } from '@tessera/kit/errors';
import { createToken } from '@tessera/kit/secrets';
import type {
  CheckoutLink,
  CheckoutLinkCreate,
  CheckoutLinkUpdate,
} from '@tessera/proto/api/billing/checkout-link';
import type { Caller } from '@tessera/proto/api/passport';
import { IsNull } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import type { Billing } from '../billing.ts';
import { findDiscount } from '../catalog/discounts/find.ts';
import { appliesTo } from '../catalog/discounts/rules.ts';
import { findProductsByIds } from '../catalog/products/find.ts';
import type { FullProduct } from '../catalog/products/view.ts';
import { refuse } from '../checkouts/errors.ts';
import { assertMaySell, assertOnSale, productsNamed } from '../checkouts/open/offer.ts';
import { CheckoutLinkEntity, type CheckoutLinkRow } from './entity.ts';
import { loadCheckoutLinkContext, viewCheckoutLink } from './view.ts';

export const createCheckoutLink = async (
  billing: Billing,
  caller: Caller,
  body: CheckoutLinkCreate,
): Promise<CheckoutLink> => {
  const products = await readOffer(billing, caller, body);
  const organizationId = products[0]?.organizationId ?? '';
  await assertDiscount(billing, body.discountId, { organizationId, products });
  const row: CheckoutLinkRow = {
    id: uuidv7(),
    createdAt: billing.now(),
    modifiedAt: null,
    deletedAt: null,
    organizationId,
    clientSecret: createToken('tessera_cl_'),
    label: body.label ?? null,
    successUrl: body.successUrl ?? null,
    allowDiscountCodes: body.allowDiscountCodes,
    requireBillingAddress: body.requireBillingAddress,
    discountId: body.discountId ?? null,
    productIds: products.map(({ id }) => id),
    metadata: body.metadata ?? {},
  };
  const em = billing.db.manager;
  await em.insert(CheckoutLinkEntity, row);
  return viewCheckoutLink(row, await loadCheckoutLinkContext(billing, em, [row]));
};

/** At least one product on sale, all of one organization that the caller may sell for. Throws validation errors. */
const readOffer = async (
  billing: Billing,
  caller: Caller,
  named: Parameters<typeof productsNamed>[1],
): Promise<FullProduct[]> => {
  const { products, loc } = await productsNamed(billing, named);
  await assertMaySell(billing, caller, products, loc);
  assertOnSale(products, loc);
  return products;
};

/** Requires a discount of the organization that applies to a product. Each visit checks whether it is redeemable. */
const assertDiscount = async (
  { db }: Pick<Billing, 'db'>,
  id: string | null | undefined,
  { organizationId, products }: { organizationId: string; products: readonly FullProduct[] },
): Promise<void> => {
  if (!id) return;
  const discount = await findDiscount(db.manager, { organizationId, id });
  if (!discount || !products.some((product) => appliesTo(discount, product)))
    throw refuse('discount_id', 'Discount does not exist.');
};

export const updateCheckoutLink = async (
  billing: Billing,
  { id, organizationId, productIds }: CheckoutLinkRow,
  { caller, body }: { caller: Caller; body: CheckoutLinkUpdate },
): Promise<CheckoutLink> => {
  const products = body.products && (await readOffer(billing, caller, { products: body.products }));
  if (products && products[0]?.organizationId !== organizationId)
    throw refuse(['products', 0], 'Product does not exist.');
  if (body.discountId)
    await assertDiscount(billing, body.discountId, {
      organizationId,
      products: products ?? (await findProductsByIds(billing.db.manager, productIds)),
    });
  const changes = {
    ...(products && { productIds: products.map((product) => product.id) }),
    ...(body.metadata && { metadata: body.metadata }),
    ...(body.label !== undefined && { label: body.label }),
    ...(body.successUrl !== undefined && { successUrl: body.successUrl }),
    ...(body.discountId !== undefined && { discountId: body.discountId }),
    allowDiscountCodes: body.allowDiscountCodes ?? undefined,
    requireBillingAddress: body.requireBillingAddress ?? undefined,
  };
  return billing.db.transaction(async (em) => {
    const link = await em.findOne(CheckoutLinkEntity, {
      where: { id, deletedAt: IsNull() },
      lock: { mode: 'pessimistic_write' },
    });
    if (!link) throw kitErrors.ResourceNotFound();
    // Writes only the fields of the request.
    if (!leavesAsIs<object>(link, changes))
      await em.update(CheckoutLinkEntity, { id }, { ...changes, modifiedAt: billing.now() });
    const row = await em.findOneByOrFail(CheckoutLinkEntity, { id });
    return viewCheckoutLink(row, await loadCheckoutLinkContext(billing, em, [row]));
  });
};

/** Soft-deletes a link. Later visits fail; checkouts that it has opened continue. */
export const deleteCheckoutLink = async (billing: Billing, { id }: CheckoutLinkRow): Promise<void> => {
  const now = billing.now();
  const changes = { deletedAt: now, modifiedAt: now };
  const { affected } = await billing.db.manager.update(
    CheckoutLinkEntity,
    { id, deletedAt: IsNull() },
    changes,
  );
  if (affected === 0) throw kitErrors.ResourceNotFound();
};
