import type { CheckoutStreamMessage } from '@tessera/proto/api/billing/checkout';
import type { Currency } from '@tessera/proto/api/billing/currencies';
import { type Language, languageOf } from '@tessera/proto/api/languages';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Failure } from '../buyers/request/call.ts';
import {
  type CheckoutChanges,
  type CheckoutPublic,
  readCheckout,
  readPurchase,
  streamAddress,
  updateCheckout,
} from './api.ts';
import { isEmbedded, postToEmbedder } from './embed/embed.ts';
import { currenciesOf } from './labels.ts';
import { type Sources, waitForOrder } from './waiting.ts';

export type View =
  | { at: 'loading' | 'unknown' | 'expired' | 'leaving' }
  | { at: 'unreachable'; failure: Failure }
  | { at: 'open'; checkout: CheckoutPublic; isFailed: boolean }
  | { at: 'waiting'; checkout: CheckoutPublic; isLate: boolean }
  | { at: 'paid'; checkout: CheckoutPublic };

/** The checkout's state and actions, for the parts of the page. */
export type CheckoutController = {
  view: View;
  reload: () => Promise<void>;
  /** Changes the checkout; returns the new checkout or the failure. The latest of concurrent changes wins. */
  change: (changes: CheckoutChanges) => Promise<{ checkout: CheckoutPublic | null; refused: Failure | null }>;
  /** Whether the server still offers what is shown. If not, shows its offer: it may have changed in another tab. */
  isOffered: (shown: CheckoutPublic) => Promise<boolean>;
  /** Waits for the order of a confirmed checkout, then shows it or redirects to the seller's page. */
  wait: () => Promise<void>;
};

/** `first`: the view loaded before the first render. */
export const useCheckout = (clientSecret: string, first?: View): CheckoutController => {
  const [view, setView] = useState<View>(first ?? { at: 'loading' });
  const latestChange = useRef(0);

  const reload = useCallback(async () => {
    setView(await lookUp(clientSecret));
  }, [clientSecret]);

  const change = async (changes: CheckoutChanges) => {
    latestChange.current += 1;
    const mine = latestChange.current;
    const { data, error } = await updateCheckout(clientSecret, changes);
    if (mine !== latestChange.current) return { checkout: data, refused: null };
    if (!error) setView({ at: 'open', checkout: data, isFailed: false });
    else if (error.status === 410) setView(refusedView(error));
    else if (error.name === 'NotOpenCheckout') await reload();
    return { checkout: data, refused: error };
  };

  const isOffered = async (shown: CheckoutPublic) => {
    const { data } = await readCheckout(clientSecret);
    if (data?.status !== 'open' || isSameOffer(data, shown)) return true;
    setView({ at: 'open', checkout: data, isFailed: false });
    return false;
  };

  const isWaiting = useRef(false);
  const wait = useCallback(async () => {
    if (isWaiting.current) return;
    isWaiting.current = true;
    await showOutcome(clientSecret, setView).finally(() => {
      isWaiting.current = false;
    });
  }, [clientSecret]);

  const isLookedUp = first !== undefined;
  useEffect(() => {
    if (isLookedUp) return;
    let isShown = true;
    void lookUp(clientSecret).then((found) => {
      if (isShown) setView(found);
    });
    return () => {
      isShown = false;
    };
  }, [clientSecret, isLookedUp]);

  // Opened or reloaded while the payment was processing: keep waiting.
  const isUnattended = view.at === 'waiting' && !view.isLate && !isAskingBank(view.checkout);
  useEffect(() => {
    if (isUnattended) void wait();
  }, [isUnattended, wait]);

  useComeback(view.at === 'leaving', reload);
  return { view, reload, change, isOffered, wait };
};

const isSameOffer = (one: CheckoutPublic, other: CheckoutPublic): boolean =>
  one.totalAmount === other.totalAmount &&
  one.currency === other.currency &&
  one.productPriceId === other.productPriceId;

/** Browsers go back to the page as it was left, on its way to the seller: then it shows the purchase. */
const useComeback = (isLeaving: boolean, reload: () => Promise<void>): void => {
  useEffect(() => {
    if (!isLeaving) return;
    const show = ({ persisted }: PageTransitionEvent) => {
      if (persisted) void reload();
    };
    window.addEventListener('pageshow', show);
    return () => window.removeEventListener('pageshow', show);
  }, [isLeaving, reload]);
};

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

type SetView = (view: View | ((shown: View) => View)) => void;

/** Waits for a confirmed checkout's order, and shows the outcome. */
const showOutcome = async (clientSecret: string, setView: SetView): Promise<void> => {
  const before = await readCheckout(clientSecret);
  if (before.error) return setView(unansweredView(before.error));
  const isOnItsWay = before.data.status === 'confirmed';
  if (isOnItsWay) {
    setView({ at: 'waiting', checkout: before.data, isLate: false });
    postToEmbedder(before.data, { event: 'confirmed' });
    await waitForOrder(sourcesOf(clientSecret), { awaitsWebhook: isElsewhere(before.data) });
  }
  const { data: after, error } = isOnItsWay ? await readCheckout(clientSecret) : before;
  if (error) return setView(unansweredView(error));
  switch (after.status) {
    case 'succeeded':
      return leave(after, setView);
    case 'open':
      postToEmbedder(after, { event: 'failed' });
      return setView({ at: 'open', checkout: after, isFailed: true });
    case 'confirmed':
      // Waiting for the customer's own answer is not a delay.
      return setView({ at: 'waiting', checkout: after, isLate: !isAskingBank(after) });
    default:
      setView(viewOf(after));
  }
};

export const isAskingBank = ({ paymentProcessorMetadata }: CheckoutPublic): boolean =>
  paymentProcessorMetadata['intent_status'] === 'requires_action';

const viewOf = (checkout: CheckoutPublic): View => {
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

const refusedView = (failure: Failure): View => {
  const { status } = failure;
  if (status === 410) return { at: 'expired' };
  if (status === 404 || status === 422) return { at: 'unknown' };
  return { at: 'unreachable', failure };
};

/** The payment was accepted: a missing response must not be shown as a failure. */
const unansweredView =
  (failure: Failure) =>
  (shown: View): View => {
    const refused = refusedView(failure);
    return refused.at === 'unreachable' && 'checkout' in shown
      ? { at: 'waiting', checkout: shown.checkout, isLate: true }
      : refused;
  };

/** Whether the seller redirects customers to a page of their own. */
const isElsewhere = (checkout: CheckoutPublic): boolean => {
  const target = URL.parse(checkout.successUrl, window.location.href);
  return target !== null && !isOwnConfirmation(target, checkout);
};

const isOwnConfirmation = (target: URL, { clientSecret }: CheckoutPublic): boolean =>
  target.pathname === `/checkout/${clientSecret}/confirmation`;

const leave = (checkout: CheckoutPublic, setView: SetView): void => {
  const target = URL.parse(checkout.successUrl, window.location.href);
  const isWeb = target?.protocol === 'https:' || target?.protocol === 'http:';
  const redirect = target !== null && isWeb && !isOwnConfirmation(target, checkout);
  postToEmbedder(checkout, { event: 'success', successURL: checkout.successUrl, redirect });
  if (redirect) {
    setView({ at: 'leaving' });
    // In a frame the embedding site navigates.
    if (!isEmbedded()) window.location.assign(target.href);
    return;
  }
  const address = `/checkout/${checkout.clientSecret}/confirmation${window.location.search}`;
  window.history.replaceState(null, '', address);
  setView({ at: 'paid', checkout });
};

const sourcesOf = (clientSecret: string): Sources => ({
  listen: (onMessage, onBroken) => {
    const stream = new EventSource(streamAddress(clientSecret));
    stream.onmessage = ({ data }) => {
      const message = parseJson(data);
      if (isMessage(message)) onMessage(message);
    };
    // The browser reconnects by itself unless the error is final.
    stream.onerror = () => {
      if (stream.readyState === EventSource.CLOSED) onBroken();
    };
    return () => stream.close();
  },
  readStatus: async () => (await readCheckout(clientSecret)).data?.status ?? null,
  second: () => new Promise((resolve) => setTimeout(resolve, 1000)),
});

const parseJson = (text: unknown): unknown => {
  try {
    return JSON.parse(String(text));
  } catch {
    return null;
  }
};

const isMessage = (value: unknown): value is CheckoutStreamMessage =>
  typeof value === 'object' && value !== null && 'key' in value && 'payload' in value;

/** The seller's language for a checkout, unless the address names one. */
export const languageOfCheckout = (view: View, search: string): Language | null => {
  const locale = 'checkout' in view ? view.checkout.locale : null;
  return locale === null || new URLSearchParams(search).has('locale') ? null : languageOf([locale]);
};
