/** Pure rules of checkouts (contracts/billing-behaviour.md, section 1). Amounts in minor units. */
import { canMove, type Moves } from '@tessera/kit/state-machine';
import type { Address } from '@tessera/proto/api/billing/address';
import type { CheckoutStatus } from '@tessera/proto/api/billing/enums';
import { leastChoiceOf, minimumChargeIn } from '@tessera/proto/api/billing/minimum-charge';
import { hasPostalCodes } from '@tessera/proto/api/billing/places';
import type { TaxDetails } from '@tessera/proto/api/billing/tax';
import { noTrial, type Trial } from '../catalog/products/trial.ts';
import { withTax } from '../money/tax.ts';

/** Seconds until an unpaid checkout expires. */
export const lifetimeSeconds = 1800;
/** The suggested amount of a pay-what-you-want price without a preset. */
export const fallbackAmount = 1000;

/** Allowed transitions. A failed payment reopens a confirmed checkout. */
export const checkoutMoves: Moves<CheckoutStatus> = {
  open: ['confirmed', 'expired'],
  confirmed: ['succeeded', 'open'],
  succeeded: [],
  expired: [],
  failed: [],
};

export const mayConfirm = (status: CheckoutStatus): boolean => canMove(checkoutMoves, status, 'confirmed');
export const maySucceed = (status: CheckoutStatus): boolean => canMove(checkoutMoves, status, 'succeeded');

/** Whether a late payment still pays for exactly what the reopened checkout offers. */
export const mayRevive = (
  checkout: {
    status: CheckoutStatus;
    expiresAt: Date;
    productPriceId: string;
    customerEmail: string | null;
    confirmedTrial: Trial | null;
    currency: string;
    amount: number;
    discountAmount: number;
    taxAmount: number | null;
    taxDetails: TaxDetails | null;
  },
  payment: { productPriceId: string | null; amount: number },
  now: Date,
): boolean =>
  mayConfirm(checkout.status) &&
  checkout.expiresAt > now &&
  checkout.customerEmail !== null &&
  checkout.productPriceId === payment.productPriceId &&
  dueNow({
    ...checkout,
    ...totalsOf(checkout),
    hasTrial: Boolean(checkout.confirmedTrial?.trialInterval),
  }) === payment.amount;

/**
 * The amount to charge: 0 for a trial and for totals below the minimum charge, which are added to the customer's next
 * order.
 */
export const dueNow = ({ totalAmount, currency, hasTrial }: Due): number =>
  hasTrial || totalAmount < minimumChargeIn(currency) ? 0 : totalAmount;

type Due = { totalAmount: number; currency: string; hasTrial: boolean };

/**
 * The trial of a checkout: once confirmed, the confirmed one; before, its own, otherwise the product's. None for
 * upgrades of a subscription.
 */
export const trialOf = (
  checkout: Trial & {
    status: CheckoutStatus;
    allowTrial: boolean;
    confirmedTrial: Trial | null;
    isRecurring: boolean;
    subscriptionId: string | null;
  },
  product: Trial | undefined,
): Trial => {
  if (checkout.status === 'confirmed' || checkout.status === 'succeeded')
    return checkout.confirmedTrial ?? noTrial;
  if (!checkout.allowTrial || !checkout.isRecurring || checkout.subscriptionId) return noTrial;
  const { trialInterval, trialIntervalCount } = checkout.trialInterval ? checkout : (product ?? noTrial);
  return { trialInterval, trialIntervalCount };
};

/** The facts of a price that the rules depend on. */
export type PriceFacts = {
  amountType: string;
  priceAmount?: number | null;
  minimumAmount?: number | null;
  maximumAmount?: number | null;
  presetAmount?: number | null;
};

/** The price selected in a checkout. */
type ChosenPrice = PriceFacts & { priceCurrency: string };

const leastOf = ({ minimumAmount = null, priceCurrency }: ChosenPrice): number =>
  leastChoiceOf({ minimumAmount, priceCurrency });

/** The amount due now for a price: fixed, chosen by the customer, or 0 (free and metered). */
export const amountOf = (price: ChosenPrice, chosen: number | null): number => {
  if (price.amountType === 'fixed') return price.priceAmount ?? 0;
  if (price.amountType !== 'custom') return 0;
  if (chosen !== null) return chosen;
  if (price.presetAmount) return price.presetAmount;
  const least = Math.max(fallbackAmount, leastOf(price));
  return Math.min(least, price.maximumAmount ?? least);
};

export type Refusal = {
  type: 'greater_than_equal' | 'less_than_equal';
  message: string;
  ctx: Record<string, number>;
};

/** Why a customer's amount is out of bounds, or null. */
export const refuseAmount = (price: ChosenPrice, amount: number): Refusal | null => {
  if (price.amountType !== 'custom') return null;
  const least = leastOf(price);
  if (amount < least)
    return {
      type: 'greater_than_equal',
      message: `Must be at least ${least}`,
      ctx: { ge: least },
    };
  if (price.maximumAmount && amount > price.maximumAmount)
    return {
      type: 'less_than_equal',
      message: `Must be at most ${price.maximumAmount}`,
      ctx: { le: price.maximumAmount },
    };
  return null;
};

export const totalsOf = (sums: {
  amount: number;
  discountAmount: number;
  taxAmount: number | null;
  taxDetails: TaxDetails | null;
}) => withTax(sums.amount - sums.discountAmount, sums);

/** Recurring products require a card even when nothing is due now; one-time products only when something is. */
export const flagsOf = (facts: {
  totalAmount: number;
  currency: string;
  isRecurring: boolean;
  prices: PriceFacts[];
  hasTrial: boolean;
  /** Whether the trial needs no card. */
  isTrialFree?: boolean;
}) => {
  const isFree = facts.prices.every(({ amountType }) => amountType === 'free');
  const isPaymentRequired = dueNow(facts) > 0;
  const isCardless = facts.hasTrial && facts.isTrialFree === true;
  const isPaymentSetupRequired = facts.isRecurring && !isFree && !isCardless;
  return {
    isDiscountApplicable: !isFree,
    isFreeProductPrice: isFree,
    isPaymentRequired,
    isPaymentSetupRequired,
    isPaymentFormRequired: isPaymentRequired || isPaymentSetupRequired,
  };
};

type AddressFacts = {
  requireBillingAddress: boolean;
  isBusinessCustomer: boolean;
  customerBillingAddress: Address | null;
};

/** The address fields shown to the customer. */
export const addressFieldsOf = (facts: AddressFacts) => {
  const country = facts.customerBillingAddress?.country;
  const full = facts.requireBillingAddress || facts.isBusinessCustomer || country === 'US';
  return {
    country: true,
    state: full || country === 'CA',
    city: full,
    postalCode: full && (country === undefined || hasPostalCodes(country)),
    line1: full,
    line2: full,
  };
};

/** Whether a preset address is so detailed that the full address is required. */
export const asksFullAddress = (address: Address | null): boolean => {
  if (!address) return false;
  if (address.line1 || address.line2 || address.city || address.postalCode) return true;
  return address.state !== null && address.country !== 'US' && address.country !== 'CA';
};

type ConfirmFacts = AddressFacts & {
  isPaymentFormRequired: boolean;
  customerEmail: string | null;
  customerName: string | null;
  customerBillingName: string | null;
};

/** Paths, below the body, of the fields still missing for a confirmation. */
export const missingFields = (facts: ConfirmFacts, hasToken: boolean): string[][] => {
  const address = facts.customerBillingAddress;
  const isFull = facts.isBusinessCustomer || (facts.isPaymentFormRequired && facts.requireBillingAddress);
  const hasStates = address?.country === 'US' || address?.country === 'CA';
  const asksPostalCode = isFull && address !== null && hasPostalCodes(address.country);
  const required: [boolean, unknown, string[]][] = [
    [true, facts.customerEmail, ['customer_email']],
    [facts.isPaymentFormRequired, facts.customerName, ['customer_name']],
    [facts.isBusinessCustomer, facts.customerBillingName, ['customer_billing_name']],
    [facts.isPaymentFormRequired || isFull, address, ['customer_billing_address']],
    [isFull && address !== null, address?.line1, ['customer_billing_address', 'line1']],
    [isFull && address !== null, address?.city, ['customer_billing_address', 'city']],
    [asksPostalCode, address?.postalCode, ['customer_billing_address', 'postal_code']],
    [isFull && hasStates, address?.state, ['customer_billing_address', 'state']],
    [facts.isPaymentFormRequired, hasToken, ['confirmation_token_id']],
  ];
  return required.filter(([isRequired, value]) => isRequired && !value).map(([, , path]) => path);
};

/** Also matches the percent-encoded form. */
const idPlaceholder = /(?:\{|%7[Bb])CHECKOUT_ID(?:\}|%7[Dd])/g;

/** The success URL with the checkout's id filled in. */
export const successUrlOf = (
  checkout: { id: string; clientSecret: string; successUrl: string | null },
  publicUrl: string,
): string =>
  (checkout.successUrl ?? confirmationUrl(checkout.clientSecret, publicUrl)).replaceAll(
    idPlaceholder,
    checkout.id,
  );

/** The URL of the page that shows a customer their purchase. */
export const confirmationUrl = (clientSecret: string, publicUrl: string): string =>
  `${checkoutUrl(clientSecret, publicUrl)}/confirmation`;

export const checkoutUrl = (clientSecret: string, publicUrl: string): string =>
  `${publicUrl}/checkout/${clientSecret}`;
