import { CheckoutStreamMessage } from '@tessera/proto/api/billing/checkout';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Failure } from '../api/failure.ts';
import {
  type CheckoutChanges,
  type CheckoutPublic,
  readCheckout,
  readPurchase,
  streamAddress,
  updateCheckout,
} from './api.ts';
import { type Sources, waitForOrder } from './waiting.ts';

export type View =
  | { at: 'loading' | 'unknown' | 'expired' | 'leaving' }
  | { at: 'unreachable'; message: string }
  | { at: 'open'; checkout: CheckoutPublic; message: string | null }
  | { at: 'waiting'; checkout: CheckoutPublic; isLate: boolean }
  | { at: 'paid'; checkout: CheckoutPublic };

/** What the page's parts may ask for. */
export type CheckoutController = {
  view: View;
  reload: () => Promise<void>;
  /** Changes the checkout; answers what was refused. The latest of several changes wins. */
  change: (changes: CheckoutChanges) => Promise<Failure | null>;
  /** Waits for the order of a confirmed checkout, then shows it or leaves for the seller's page. */
  wait: () => Promise<void>;
};

const failedMessage =
  'The payment did not go through and you have not been charged. Try again, or use another card.';

export const useCheckout = (clientSecret: string): CheckoutController => {
  const [view, setView] = useState<View>({ at: 'loading' });
  const latestChange = useRef(0);

  const reload = useCallback(async () => {
    setView(await lookUp(clientSecret));
  }, [clientSecret]);

  const change = async (changes: CheckoutChanges) => {
    latestChange.current += 1;
    const mine = latestChange.current;
    const { data, error } = await updateCheckout(clientSecret, changes);
    if (mine !== latestChange.current) return null;
    if (!error) setView({ at: 'open', checkout: data, message: null });
    else if (error.status === 410) setView(refusedView(error));
    else if (error.name === 'NotOpenCheckout') await reload();
    return error;
  };

  const isSettling = useRef(false);
  const wait = useCallback(async () => {
    if (isSettling.current) return;
    isSettling.current = true;
    await settle(clientSecret, setView).finally(() => {
      isSettling.current = false;
    });
  }, [clientSecret]);

  useEffect(() => {
    let isShown = true;
    void lookUp(clientSecret).then((found) => {
      if (isShown) setView(found);
    });
    return () => {
      isShown = false;
    };
  }, [clientSecret]);

  // Opened, or reloaded, while the payment was on its way: go on waiting.
  const isUnattended = view.at === 'waiting' && !view.isLate && !isAskingBank(view.checkout);
  useEffect(() => {
    if (isUnattended) void wait();
  }, [isUnattended, wait]);

  return { view, reload, change, wait };
};

/** A checkout is over at some time; what was bought there can still be seen. */
const lookUp = async (clientSecret: string): Promise<View> => {
  const { data, error } = await readCheckout(clientSecret);
  if (data) return viewOf(data);
  const { data: purchase } = error.status === 410 ? await readPurchase(clientSecret) : { data: null };
  return purchase ? { at: 'paid', checkout: purchase.checkout } : refusedView(error);
};

type SetView = (view: View) => void;

/** Waits for a confirmed checkout's order, and shows what has become of it. */
const settle = async (clientSecret: string, setView: SetView): Promise<void> => {
  const before = await readCheckout(clientSecret);
  if (before.error) return setView(refusedView(before.error));
  const isOnItsWay = before.data.status === 'confirmed';
  if (isOnItsWay) {
    setView({ at: 'waiting', checkout: before.data, isLate: false });
    await waitForOrder(sourcesOf(clientSecret), { awaitsWebhook: isElsewhere(before.data) });
  }
  const { data: after, error } = isOnItsWay ? await readCheckout(clientSecret) : before;
  if (error) return setView(refusedView(error));
  switch (after.status) {
    case 'succeeded':
      return leave(after, setView);
    case 'open':
      return setView({ at: 'open', checkout: after, message: failedMessage });
    case 'confirmed':
      return setView({ at: 'waiting', checkout: after, isLate: true });
    default:
      setView(viewOf(after));
  }
};

export const isAskingBank = ({ paymentProcessorMetadata }: CheckoutPublic): boolean =>
  paymentProcessorMetadata['intent_status'] === 'requires_action';

const viewOf = (checkout: CheckoutPublic): View => {
  switch (checkout.status) {
    case 'open':
      return { at: 'open', checkout, message: null };
    case 'confirmed':
      return { at: 'waiting', checkout, isLate: false };
    case 'succeeded':
      return { at: 'paid', checkout };
    default:
      return { at: 'expired' };
  }
};

const refusedView = ({ status, message }: Failure): View => {
  if (status === 410) return { at: 'expired' };
  if (status === 404 || status === 422) return { at: 'unknown' };
  return { at: 'unreachable', message };
};

/** Whether the seller wants the customer back on a page of their own. */
const isElsewhere = (checkout: CheckoutPublic): boolean => {
  const target = URL.parse(checkout.successUrl, window.location.href);
  return target !== null && !isOwnConfirmation(target, checkout);
};

const isOwnConfirmation = (target: URL, { clientSecret }: CheckoutPublic): boolean =>
  target.pathname === `/checkout/${clientSecret}/confirmation`;

const leave = (checkout: CheckoutPublic, setView: SetView): void => {
  const target = URL.parse(checkout.successUrl, window.location.href);
  const isWeb = target?.protocol === 'https:' || target?.protocol === 'http:';
  if (target && isWeb && !isOwnConfirmation(target, checkout)) {
    setView({ at: 'leaving' });
    window.location.assign(target.href);
    return;
  }
  window.history.replaceState(null, '', `/checkout/${checkout.clientSecret}/confirmation`);
  setView({ at: 'paid', checkout });
};

const sourcesOf = (clientSecret: string): Sources => ({
  listen: (onMessage, onBroken) => {
    const stream = new EventSource(streamAddress(clientSecret));
    stream.onmessage = ({ data }) => {
      const message = CheckoutStreamMessage.safeParse(parseJson(data));
      if (message.success) onMessage(message.data);
    };
    // The browser reconnects by itself unless the answer was final.
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
