/** Applies changes to a checkout. Pure, so that they can be tried first and repeated under the lock. */
import type { CheckoutUpdate, CheckoutUpdatePublic } from '@tessera/proto/api/billing/checkout-requests';
import type { FullProduct } from '../../catalog/products/view.ts';
import { readPostalCode } from '../../money/postal-code.ts';
import { readTaxId } from '../../money/tax-id.ts';
import type { CheckoutRow } from '../entity.ts';
import { refuse, refuseBounds } from '../errors.ts';
import { amountOf, asksFullAddress, refuseAmount } from '../rules.ts';
import { currencyFor, firstPrice, soldBy, withCurrency } from './currency.ts';
import { withCustomFields } from './custom-fields.ts';
import { discountAfter, type Offer, withDiscount } from './discount.ts';

/**
 * `isSeller`: the change comes from the seller, not from the holder of the client secret. `ipCountry`: the country of the
 * buyer's IP address.
 */
export type Changes = Partial<CheckoutUpdatePublic> &
  Partial<CheckoutUpdate> & { isSeller?: boolean; ipCountry?: string | null };

/** Returns the row after a change. Throws validation errors; writes nothing. */
export const applyChanges = (row: CheckoutRow, asked: Changes, offer: Offer): CheckoutRow => {
  const { products } = offer;
  const changes = withIpCountry(row, asked);
  const chosen = withCurrency(
    withProduct(row, changes, products),
    { ...changes, discount: discountAfter(row, changes, offer) },
    products,
  );
  const customer = withCustomer(withAmount(chosen, changes, products), changes);
  const known = withTaxId(customer, changes, row.customerBillingAddress?.country);
  const { product } = choiceOf(chosen, products);
  const answered = withCustomFields(known, changes, {
    product,
    isSwitched: chosen.productId !== row.productId,
  });
  return withDiscount(withSellerChanges(answered, changes), changes, offer);
};

/** While no address is known, the country of the buyer's IP address is one. The buyer sees it, and may choose another. */
const withIpCountry = (row: CheckoutRow, changes: Changes): Changes => {
  const known = given(changes.customerBillingAddress, row.customerBillingAddress);
  if (known || !changes.ipCountry) return changes;
  return { ...changes, customerBillingAddress: { ...noLines, country: changes.ipCountry } };
};

const noLines = { line1: null, line2: null, postalCode: null, city: null, state: null };

/** The selected product and price. */
export const choiceOf = (row: CheckoutRow, products: FullProduct[]) => {
  const product = products.find(({ id }) => id === row.productId);
  return { product, price: product?.prices.find(({ id }) => id === row.productPriceId) };
};

const withProduct = (row: CheckoutRow, changes: Changes, products: FullProduct[]): CheckoutRow => {
  const { productId, productPriceId } = changes;
  if (!productId && !productPriceId) return row;
  const path = productId ? 'product_id' : 'product_price_id';
  const product = products.find(({ id, prices }) =>
    productId ? id === productId : prices.some((price) => price.id === productPriceId),
  );
  if (!product || !row.productIds.includes(product.id)) throw refuse(path, 'Not available at this checkout.');
  if (product.isArchived) throw refuse(path, 'Product is archived.');
  const currency = currencyFor(product, [row.currency]);
  const named = product.prices.find(({ id }) => id === productPriceId);
  const price = productPriceId ? named && soldBy(product, named) : firstPrice(product, currency);
  if (!price) throw refuse('product_price_id', 'Price does not exist.');
  if (row.subscriptionId && product.recurringInterval === null)
    throw refuse(path, 'Only a recurring product can replace a subscription.');
  const isCurrencyChosen = row.isCurrencyChosen || named !== undefined;
  if (product.id === row.productId && price.id === row.productPriceId) return { ...row, isCurrencyChosen };
  return {
    ...row,
    productId: product.id,
    productPriceId: price.id,
    isRecurring: product.recurringInterval !== null,
    // A price that is set explicitly also sets the currency.
    currency: named && named.amountType !== 'free' ? named.priceCurrency : currency,
    isCurrencyChosen,
    amount: amountOf(price, null),
  };
};

const withAmount = (row: CheckoutRow, { amount }: Changes, products: FullProduct[]): CheckoutRow => {
  const { price } = choiceOf(row, products);
  if (amount === undefined || price?.amountType !== 'custom') return row;
  const refusal = amount === null ? null : refuseAmount(price, amount);
  if (refusal) throw refuseBounds(refusal);
  return { ...row, amount: amountOf(price, amount) };
};

const withCustomer = (row: CheckoutRow, changes: Changes): CheckoutRow => ({
  ...row,
  ...emailAfter(row, changes),
  customerName: given(changes.customerName, row.customerName),
  customerBillingName: given(changes.customerBillingName, row.customerBillingName),
  customerBillingAddress: given(addressFrom(changes), row.customerBillingAddress),
  isBusinessCustomer: changes.isBusinessCustomer ?? row.isBusinessCustomer,
});

/** Validates postal codes that buyers enter; sellers' addresses are taken unchanged. */
const addressFrom = ({ customerBillingAddress: address, isSeller = false }: Changes) => {
  if (!address?.postalCode || isSeller) return address;
  const postalCode = readPostalCode(address.country, address.postalCode);
  if (postalCode === null)
    throw refuse(['customer_billing_address', 'postal_code'], 'Not a postal code of this country.');
  return { ...address, postalCode };
};

/** Ignored for a linked customer. A buyer who changes the address is not the customer that the seller identified. */
const emailAfter = (row: CheckoutRow, { customerEmail, isSeller = false }: Changes) => {
  if (row.customerId || customerEmail === undefined || customerEmail === row.customerEmail) return {};
  const isSame = customerEmail?.toLowerCase() === row.customerEmail?.toLowerCase();
  return {
    customerEmail,
    isCustomerFromSeller: isSeller ? customerEmail !== null : row.isCustomerFromSeller && isSame,
  };
};

/** Tax ids are validated for the address's country, and again when the country changes. */
const withTaxId = (row: CheckoutRow, changes: Changes, previous: string | undefined): CheckoutRow => {
  const country = row.customerBillingAddress?.country;
  const number = changes.customerTaxId;
  if (number) {
    if (!country)
      throw refuse('customer_billing_address', 'Country is required to validate tax ID.', 'missing');
    const customerTaxId = readTaxId(country, number);
    if (!customerTaxId) throw refuse('customer_tax_id', 'Invalid tax ID.');
    return { ...row, customerTaxId };
  }
  if (number === null || (row.customerTaxId && !country)) return { ...row, customerTaxId: null };
  if (!row.customerTaxId || !country || country === previous) return row;
  const moved = readTaxId(country, row.customerTaxId[0]);
  // Invalid in the new country: removed for buyers, who may not see it, and an error for sellers.
  if (!moved && changes.isSeller) throw refuse('customer_tax_id', 'Invalid tax ID.');
  return { ...row, customerTaxId: moved };
};

const withSellerChanges = (row: CheckoutRow, changes: Changes): CheckoutRow => ({
  ...row,
  metadata: changes.metadata ?? row.metadata,
  customerMetadata:
    changes.customerMetadata === null ? {} : (changes.customerMetadata ?? row.customerMetadata),
  customerIpAddress: given(changes.customerIpAddress, row.customerIpAddress),
  successUrl: given(changes.successUrl, row.successUrl),
  embedOrigin: given(changes.embedOrigin, row.embedOrigin),
  locale: given(changes.locale, row.locale),
  allowDiscountCodes: changes.allowDiscountCodes ?? row.allowDiscountCodes,
  requireBillingAddress: changes.requireBillingAddress ?? row.requireBillingAddress,
});

/** An address set by the seller makes the full address required; an existing customer's address does not. */
export const withPresets = (row: CheckoutRow): CheckoutRow => ({
  ...row,
  requireBillingAddress: row.requireBillingAddress || asksFullAddress(row.customerBillingAddress),
});

const given = <Value>(value: Value | null | undefined, present: Value | null): Value | null =>
  value === undefined ? present : value;
