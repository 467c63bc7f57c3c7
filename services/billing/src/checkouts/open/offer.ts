/** The products of a checkout or checkout link. */
import { mayRead, requireManager } from '@tessera/kit/access/rules';
import { refuseEntries } from '@tessera/kit/errors';
import type { CheckoutCreate } from '@tessera/proto/api/billing/checkout-requests';
import type { Caller } from '@tessera/proto/api/passport';
import type { Billing } from '../../billing.ts';
import { findPricesByIds, findProductsByIds } from '../../catalog/products/find.ts';
import type { FullProduct } from '../../catalog/products/view.ts';
import { refuse } from '../errors.ts';

/** The error location of the product at an index, relative to the body. */
export type Loc = (index: number) => (string | number)[];

const noProduct = 'Product does not exist.';
const noPrice = 'Price does not exist.';

type Named = Partial<Pick<CheckoutCreate, 'products' | 'productId' | 'productPriceId'>>;

/** Products named by a body under any of its three keys, in order. Throws validation errors for unknown ones. */
export const productsNamed = async ({ db }: Pick<Billing, 'db'>, body: Named) => {
  const loc: Loc = (index) => {
    if (body.products) return ['products', index];
    return [body.productId ? 'product_id' : 'product_price_id'];
  };
  const ids = body.products ?? (body.productId ? [body.productId] : []);
  if (ids.length === 0) {
    const [price] = await findPricesByIds(db.manager, [body.productPriceId ?? '']);
    if (!price || price.isArchived) throw refuse(loc(0), noPrice);
    ids.push(price.productId);
  }
  const found = await findProductsByIds(db.manager, ids);
  refuseEntries(inBody(loc), ids, (id) => (found.some((product) => product.id === id) ? null : noProduct));
  return { products: found, loc };
};

/** Requires that the caller manages the seller. Others' products and prices are reported as not existing. */
export const assertMaySell = async (
  billing: Billing,
  caller: Caller,
  products: FullProduct[],
  loc: Loc,
): Promise<void> => {
  const owners = products.map(({ organizationId }) => organizationId);
  const strangers = new Set<string>();
  for (const owner of new Set(owners)) if (!(await mayRead(billing, caller, owner))) strangers.add(owner);
  const refusal = loc(0)[0] === 'product_price_id' ? noPrice : noProduct;
  refuseEntries(inBody(loc), owners, (owner) => (strangers.has(owner) ? refusal : null));
  const [first] = products;
  if (first) await requireManager(billing, caller, first.organizationId);
};

/** Throws validation errors for archived products and for products of different organizations. */
export const assertOnSale = (products: readonly FullProduct[], loc: Loc): void => {
  const [first] = products;
  refuseEntries(inBody(loc), products, ({ isArchived, organizationId }) => {
    if (isArchived) return 'Product is archived.';
    return organizationId === first?.organizationId
      ? null
      : 'Products must all belong to the same organization.';
  });
};

const inBody =
  (loc: Loc): Loc =>
  (index) => ['body', ...loc(index)];
