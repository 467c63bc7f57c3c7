/** What the checkout page shows, as the server's replies decide. */
import type { Currency } from '@tessera/proto/api/billing/currencies';
import { type Language, languageOf } from '@tessera/proto/api/languages';
import type { Failure } from '../buyers/request/call.ts';
import { type CheckoutPublic, readCheckout, readPurchase, updateCheckout } from './api.ts';
import { currenciesOf } from './labels.ts';

export type View =
  | { at: 'loading' | 'unknown' | 'expired' | 'leaving' }
  | { at: 'unreachable'; failure: Failure }
  | { at: 'open'; checkout: CheckoutPublic; isFailed: boolean }
  | { at: 'waiting'; checkout: CheckoutPublic; isLate: boolean }
  /** `isAlready`: it was complete, as in another tab, while this page still showed its form. */
  | { at: 'paid'; checkout: CheckoutPublic; isAlready?: boolean };

/** Loads a checkout; after its expiry its purchase is still found, if there is one. */
export const lookUp = async (clientSecret: string): Promise<View> => {
  const { data, error } = await readCheckout(clientSecret);
  if (data) return viewOf(data);
  const { data: purchase } = error.status === 410 ? await readPurchase(clientSecret) : { data: null };
  return purchase ? { at: 'paid', checkout: purchase.checkout } : refusedView(error);
};

/** Applies `?currency=eur` of the page's address to an open checkout whose product has prices in it. */
export const inAskedCurrency = async (view: View, search: string): Promise<View> => {
  const asked = new URLSearchParams(search).get('currency')?.toLowerCase();
  if (view.at !== 'open' || !asked || asked === view.checkout.currency) return view;
  const currency = currenciesOf(view.checkout).find((sold) => sold === asked) as Currency | undefined;
  const { data } = currency ? await updateCheckout(view.checkout.clientSecret, { currency }) : { data: null };
  return data ? viewOf(data) : view;
};

export const viewOf = (checkout: CheckoutPublic): View => {
  switch (checkout.status) {
    case 'open':
      return { at: 'open', checkout, isFailed: false };
    case 'confirmed':
      return { at: 'waiting', checkout, isLate: false };
    case 'succeeded':
      return { at: 'paid', checkout };
    default:
      return { at: 'expired' };
  }
};

export const refusedView = (failure: Failure): View => {
  const { status } = failure;
  if (status === 410) return { at: 'expired' };
  if (status === 404 || status === 422) return { at: 'unknown' };
  return { at: 'unreachable', failure };
};

/** The form that was shown until now has nothing left to do. */
export const asAlready = (found: View): View => (found.at === 'paid' ? { ...found, isAlready: true } : found);

/** The seller's language for a checkout, unless the address names one. */
export const languageOfCheckout = (view: View, search: string): Language | null => {
  const locale = 'checkout' in view ? view.checkout.locale : null;
  return locale === null || new URLSearchParams(search).has('locale') ? null : languageOf([locale]);
};
