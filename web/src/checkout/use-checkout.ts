import type { CheckoutStreamMessage } from '@tessera/proto/api/billing/checkout';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useAgain } from '../buyers/request/again.ts';
import type { Failure } from '../buyers/request/call.ts';
import {
  type CheckoutChanges,
  type CheckoutPublic,
  readCheckout,
  streamAddress,
  updateCheckout,
} from './api.ts';
import { isEmbedded, postToEmbedder } from './embed/embed.ts';
import { asAlready, lookUp, refusedView, type View, viewOf } from './view.ts';
import { type Sources, waitForOrder } from './waiting.ts';

/** The checkout's state and actions, for the parts of the page. */
export type CheckoutController = {
  view: View;
  reload: () => Promise<void>;
  /** Changes the checkout; returns the new checkout or the failure. The latest of concurrent changes wins. */
  change: (changes: CheckoutChanges) => Promise<{ checkout: CheckoutPublic | null; refused: Failure | null }>;
  /** Compares what is shown with the server's offer, and shows that: another tab may have changed or paid it. */
  compare: (shown: CheckoutPublic) => Promise<Comparison>;
  /** Shows what another tab has made of an open checkout, unless this page has begun something itself meanwhile. */
  followElsewhere: (mayShow: () => boolean) => Promise<void>;
  /** Waits for the order of a confirmed checkout, then shows it or redirects to the seller's page. */
  wait: () => Promise<void>;
};

/** `over`: paid, being paid or expired. A failure: the server could not be asked. */
export type Comparison = 'same' | 'changed' | 'over' | Failure;

/** `first`: the view loaded before the first render. */
export const useCheckout = (clientSecret: string, first?: View): CheckoutController => {
  const [view, setView] = useState<View>(first ?? { at: 'loading' });
  const latestChange = useRef(0);

  const reload = useCallback(async () => {
    const found = await lookUp(clientSecret);
    setView((shown) => (shown.at === 'open' ? asAlready(found) : found));
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

  const compare = async (shown: CheckoutPublic): Promise<Comparison> => {
    const found = await lookUp(clientSecret);
    if (found.at === 'unreachable') return found.failure;
    if (found.at === 'open' && isSameOffer(found.checkout, shown)) return 'same';
    setView(asAlready(found));
    return found.at === 'open' ? 'changed' : 'over';
  };

  const followElsewhere = useCallback(
    async (mayShow: () => boolean) => {
      const found = await lookUp(clientSecret);
      const isOver = found.at === 'paid' || found.at === 'waiting' || found.at === 'expired';
      if (isOver && mayShow()) setView((shown) => (shown.at === 'open' ? asAlready(found) : shown));
    },
    [clientSecret],
  );

  const wait = useOutcome(clientSecret, view, setView);
  useFirstLook(clientSecret, first !== undefined, setView);
  useComeback(view.at === 'leaving', reload);
  useAgain(view.at === 'unreachable', reload);
  return { view, reload, change, compare, followElsewhere, wait };
};

type SetView = (view: View | ((shown: View) => View)) => void;

/** Looks the checkout up once, unless it was before the first render. */
const useFirstLook = (clientSecret: string, isLookedUp: boolean, setView: SetView): void => {
  useEffect(() => {
    if (isLookedUp) return;
    let isShown = true;
    void lookUp(clientSecret).then((found) => {
      if (isShown) setView(found);
    });
    return () => {
      isShown = false;
    };
  }, [clientSecret, isLookedUp, setView]);
};

/** Returns `wait` of the controller, and begins it by itself for a checkout that nobody waits for. */
const useOutcome = (clientSecret: string, view: View, setView: SetView): (() => Promise<void>) => {
  const isWaiting = useRef(false);
  const wait = useCallback(async () => {
    if (isWaiting.current) return;
    isWaiting.current = true;
    await showOutcome(clientSecret, setView).finally(() => {
      isWaiting.current = false;
    });
  }, [clientSecret, setView]);
  // Opened or reloaded while the payment was processing: keep waiting.
  const isUnattended = view.at === 'waiting' && !view.isLate && !isAskingBank(view.checkout);
  useEffect(() => {
    if (isUnattended) void wait();
  }, [isUnattended, wait]);
  return wait;
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

/** In ms: the state is asked for again a second later. */
const briefly = 5_000;

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
  readStatus: async () => (await readCheckout(clientSecret, briefly)).data?.status ?? null,
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
