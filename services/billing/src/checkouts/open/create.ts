/** Creates checkouts: by the seller, or publicly by a visitor for one product. */
import { batchedBy } from '@tessera/kit/background/batched';
import { hasCommitMark } from '@tessera/kit/background/commit-mark';
import { insertRowsAtCommit } from '@tessera/kit/database/rows-at-commit';
import { transact } from '@tessera/kit/events/outbox';
import { createToken } from '@tessera/kit/secrets';
import { requestedTags } from '@tessera/kit/text/request-language';
import type { CheckoutCreate, CheckoutCreatePublic } from '@tessera/proto/api/billing/checkout-requests';
import { currencyOfLanguage, defaultCurrency } from '@tessera/proto/api/billing/currencies';
import type { Caller } from '@tessera/proto/api/passport';
import { checkoutCreated } from '@tessera/proto/events/billing';
import type { DataSource, EntityManager } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { getOrganization } from '../../access/organizations/service.ts';
import type { Billing } from '../../billing.ts';
import { findProductsByIds } from '../../catalog/products/find.ts';
import { noTrial, trialAsked } from '../../catalog/products/trial.ts';
import type { FullProduct } from '../../catalog/products/view.ts';
import { lockCustomers } from '../../customers/find.ts';
import { emitAll, type OutboxEvent } from '../../events.ts';
import { readTaxId } from '../../money/tax-id.ts';
import { CheckoutEntity, type CheckoutRow } from '../entity.ts';
import { refuse } from '../errors.ts';
import { checkoutEvent } from '../events.ts';
import { amountOf, lifetimeSeconds } from '../rules.ts';
import { loadCheckoutContext, viewCheckout, viewCheckoutPublic } from '../view.ts';
import { applyChanges, type Changes, withPresets } from './changes.ts';
import { currencyFor, firstPrice, withCurrency } from './currency.ts';
import { lockAnsweredFields } from './custom-fields.ts';
import { findNamedDiscount } from './discount.ts';
import { ipCountryOf } from './ip-country.ts';
import { assertMetadataFits, linkCustomer, linkVisitor } from './link.ts';
import { assertMaySell, assertOnSale, type Loc, productsNamed } from './offer.ts';
import { taxOf } from './tax.ts';

/** Throws validation errors for products that do not exist, are archived, or belong to different organizations. */
export const createCheckout = async (billing: Billing, caller: Caller, body: CheckoutCreate) => {
  const { products, loc } = await productsNamed(billing, body);
  await assertMaySell(billing, caller, products, loc);
  const em = billing.db.manager;
  const languages = body.locale ? [body.locale] : [];
  const known = await linkCustomer(em, newCheckout(billing.now(), body, products, { loc, languages }), body);
  const { customerBillingAddress } = known;
  const linked = withCurrency(withTaxIdAt(known, body), { customerBillingAddress }, products);
  const ipCountry = await ipCountryOf(billing, body.customerIpAddress);
  const changes = { ...withoutNulls(body), ipCountry, isSeller: true };
  const { row, context } = await insertCheckout(billing, linked, { changes, products });
  return viewCheckout(row, context);
};

/** Creates a visitor's checkout for one product. */
export const createCheckoutPublic = async (
  billing: Billing,
  body: CheckoutCreatePublic,
  customerIpAddress: string | null,
) => {
  const [product] = await findProductsByIds(billing.db.manager, [body.productId]);
  const loc = ['product_id'];
  if (!product) throw refuse(loc, 'Product does not exist.');
  const languages = body.locale ? [body.locale] : requestedTags();
  const fresh = newCheckout(billing.now(), defaults, [product], { loc: () => loc, languages });
  const linked = await linkVisitor(billing.db.manager, fresh, body);
  const ipCountry = await ipCountryOf(billing, customerIpAddress);
  const changes = { ...withoutNulls({ ...body, customerIpAddress }), ipCountry };
  const { row, context } = await insertCheckout(billing, linked, { changes, products: [product] });
  return viewCheckoutPublic(row, {
    ...context,
    organization: await getOrganization(billing, row.organizationId),
  });
};

/** Revalidates the customer's tax id for the country of an address in the request; removed when invalid there. */
const withTaxIdAt = (row: CheckoutRow, { customerBillingAddress: address }: CheckoutCreate): CheckoutRow =>
  address && row.customerTaxId
    ? { ...row, customerTaxId: readTaxId(address.country, row.customerTaxId[0]) }
    : row;

const defaults = { allowDiscountCodes: true, requireBillingAddress: false, isBusinessCustomer: false };

/** Applies the request to a new checkout and inserts it. */
const insertCheckout = async (
  billing: Billing,
  linked: CheckoutRow,
  { changes, products }: { changes: Changes; products: FullProduct[] },
) => {
  const em = billing.db.manager;
  const named = await findNamedDiscount(em, linked, changes);
  const offer = { products, discounts: [], named, now: linked.createdAt };
  const row = applyChanges(linked, changes, offer);
  return writeNewCheckout(billing, changes.customerBillingAddress ? withPresets(row) : row, products);
};

/** Inserts a new checkout with its tax, and emits `checkoutCreated`. */
export const writeNewCheckout = async (billing: Billing, row: CheckoutRow, products: FullProduct[]) => {
  const em = billing.db.manager;
  await assertMetadataFits(em, row);
  const { key: _key, ...tax } = await taxOf(billing, row, false);
  const taxed = { ...row, ...tax };
  const context = await loadCheckoutContext(billing, em, [taxed], products);
  // Created here and not in the batch, as the event contains the actor of this request.
  const written = { row: taxed, event: checkoutEvent(checkoutCreated, taxed, context) };
  const isPlain = taxed.customerId === null && Object.keys(taxed.customFieldData).length === 0;
  if (isPlain && !hasCommitMark()) await insertTogether(billing.db, written);
  else
    await transact(billing.db, async (tx) => {
      if (!(await lockAnsweredFields(tx, taxed, products)))
        throw refuse('custom_field_data', 'A custom field has just been renamed. Try again.');
      // Lock order as in confirmations: fields, customer. A concurrent deletion waits, then finds this checkout.
      if (taxed.customerId && (await lockCustomers(tx, [taxed.customerId])).length === 0)
        throw refuse('customer_id', 'Customer does not exist.');
      await insertAll(tx, [written]);
    });
  return { row: taxed, context };
};

type Written = { row: CheckoutRow; event: OutboxEvent };

const insertAll = async (em: EntityManager, all: readonly Written[]): Promise<void> => {
  await insertRowsAtCommit(
    em,
    CheckoutEntity,
    all.map(({ row }) => row),
  );
  await emitAll(
    em,
    all.map(({ event }) => event),
  );
};

/** Maximum number of checkouts per batch. */
const maxTogether = 25;

/** Batches inserts that arrive while another is in progress and lock no other rows. */
const insertTogether = batchedBy(maxTogether, async (db: DataSource, all: Written[]) => {
  await transact(db, (em) => insertAll(em, all));
  return all;
});

/** When creating, null means absent. The product is selected already. */
const withoutNulls = (body: object): Changes =>
  Object.fromEntries(Object.entries(body).filter(([key, value]) => value !== null && key !== 'productId'));

/** A new row with the first product selected and no customer. `languages`: language tags, best first. */
export const newCheckout = (
  now: Date,
  body: typeof defaults &
    Pick<CheckoutCreate, 'customFieldData' | 'trialInterval' | 'trialIntervalCount'> & {
      allowTrial?: boolean;
    },
  products: FullProduct[],
  { loc, languages }: { loc: Loc; languages: readonly string[] },
): CheckoutRow => {
  const [product] = products;
  assertOnSale(products, loc);
  const currency = product ? currencyFor(product, languages.map(currencyOfLanguage)) : defaultCurrency;
  const price = product && firstPrice(product, currency);
  if (!product || !price) throw refuse(loc(0), 'Product has no price.');
  return {
    ...blank,
    id: uuidv7(),
    createdAt: now,
    organizationId: product.organizationId,
    clientSecret: createToken('tessera_c_'),
    expiresAt: new Date(now.getTime() + lifetimeSeconds * 1000),
    productIds: products.map(({ id }) => id),
    productId: product.id,
    productPriceId: price.id,
    isRecurring: product.recurringInterval !== null,
    currency,
    amount: amountOf(price, null),
    allowDiscountCodes: body.allowDiscountCodes,
    allowTrial: body.allowTrial ?? true,
    // For whichever product recurs: a one-time product has no trial, but the buyer may switch to another one.
    ...trialAsked(noTrial, body),
    requireBillingAddress: body.requireBillingAddress,
    isBusinessCustomer: body.isBusinessCustomer,
  };
};

const blank = {
  modifiedAt: null,
  status: 'open',
  successUrl: null,
  embedOrigin: null,
  locale: null,
  discountId: null,
  discountCode: null,
  discountAmount: 0,
  taxAmount: null,
  taxDetails: null,
  isCurrencyChosen: false,
  customerId: null,
  isCustomerFromSeller: false,
  customerName: null,
  customerEmail: null,
  customerIpAddress: null,
  customerBillingName: null,
  customerBillingAddress: null,
  customerTaxId: null,
  customerExternalId: null,
  customerMetadata: {},
  metadata: {},
  customFieldData: {},
  subscriptionId: null,
  confirmedTrial: null,
  attempt: 0,
  paymentId: null,
  orderId: null,
  startedSubscriptionId: null,
  isWebhookDelivered: false,
  refundedAmount: 0,
} satisfies Partial<CheckoutRow>;
