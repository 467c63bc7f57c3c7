import type { CheckoutStreamMessage } from '@tessera/proto/api/billing/checkout';

/** The known progress of a confirmed checkout towards its order. */
export type Progress = {
  status: string;
  hasOrder: boolean;
  hasSubscription: boolean;
  isWebhookDelivered: boolean;
};

export const confirmed: Progress = {
  status: 'confirmed',
  hasOrder: false,
  hasSubscription: false,
  isWebhookDelivered: false,
};

/** Applies a message of the stream. */
export const advance = (progress: Progress, { key, payload }: CheckoutStreamMessage): Progress => {
  switch (key) {
    case 'checkout.updated':
      return typeof payload['status'] === 'string' ? { ...progress, status: payload['status'] } : progress;
    case 'checkout.order_created':
      return { ...progress, hasOrder: true };
    case 'checkout.subscription_created':
      return { ...progress, hasSubscription: true };
    case 'checkout.webhook_event_delivered':
      return { ...progress, isWebhookDelivered: true };
  }
};

export type Outcome = 'succeeded' | 'failed' | 'late';

/**
 * Success means fulfilled: the status changes in the transaction that creates the order. Open again means not paid.
 */
export const outcomeOf = ({ status }: Progress): Outcome | null => {
  if (status === 'succeeded') return 'succeeded';
  return status === 'confirmed' ? null : 'failed';
};

/** Sources of progress; the browser's own in the page, fakes in tests. */
export type Sources = {
  /**
   * Opens the stream; calls back for each message, and once when it has failed for good. Returns a function that
   * closes it.
   */
  listen: (onMessage: (message: CheckoutStreamMessage) => void, onBroken: () => void) => () => void;
  /** Requests the status; null without a response. */
  readStatus: () => Promise<string | null>;
  /** Resolves after a second, or sooner in tests. */
  second: () => Promise<void>;
};

type Wish = {
  /** Wait briefly for the seller's webhook before redirecting to the seller's page. */ awaitsWebhook: boolean;
};

const longestWait = 30;
const silenceBeforeAsking = 4;
const graceForWebhook = 3;

/** Waits until a confirmed checkout is paid or has failed, at most 30 seconds. */
export const waitForOrder = async (sources: Sources, { awaitsWebhook }: Wish): Promise<Outcome> => {
  let progress = confirmed;
  let isBroken = false;
  let silence = 0;
  const settled = Promise.withResolvers<void>();
  const delivered = Promise.withResolvers<void>();
  const close = sources.listen(
    (message) => {
      progress = advance(progress, message);
      silence = 0;
      if (outcomeOf(progress) !== null) settled.resolve();
      if (progress.isWebhookDelivered) delivered.resolve();
    },
    () => {
      isBroken = true;
    },
  );
  try {
    for (let elapsed = 0; elapsed < longestWait && outcomeOf(progress) === null; elapsed += 1) {
      await Promise.race([sources.second(), settled.promise]);
      silence += 1;
      if (outcomeOf(progress) !== null || (!isBroken && silence < silenceBeforeAsking)) continue;
      const status = await Promise.race([sources.readStatus(), settled.promise]);
      if (typeof status === 'string') progress = { ...progress, status };
    }
    const outcome = outcomeOf(progress) ?? 'late';
    if (outcome === 'succeeded' && awaitsWebhook && !isBroken)
      for (let grace = 0; grace < graceForWebhook && !progress.isWebhookDelivered; grace += 1)
        await Promise.race([sources.second(), delivered.promise]);
    return outcome;
  } finally {
    close();
  }
};
