/** Stripe as a payment processor. Requests go to the account of their place, with the idempotency key of our row. */
import { Router } from '@tessera/kit/http/router';
import type { PaymentPlace } from '../place.ts';
import type { Listener, PaymentProcessor } from '../processor.ts';
import { asked, charge, chargeSaved, saveMethod } from './charges.ts';
import { cancelCharge, findCharge, type Opened } from './intents.ts';
import { detachMethod, findRefund, refund } from './refunds.ts';
import { stripeWebhook, type WebhookParts } from './webhook.ts';

export type StripeParts = Omit<WebhookParts, 'listener'>;

export const createStripe = (parts: StripeParts): PaymentProcessor => {
  const open = async (place: PaymentPlace): Promise<Opened> => {
    const account = await parts.accounts.find(parts.db.manager, place);
    if (!account) throw new Error(`the account ${place.account} of ${place.organizationId} is not connected`);
    return { stripe: parts.stripe, sent: { apiKey: account.secretKey } };
  };
  const heard: { listener: Listener | null } = { listener: null };
  return {
    charge: async (request) => asked(parts.now(), request, await open(request.place), charge),
    chargeSaved: async (request) => asked(parts.now(), request, await open(request.place), chargeSaved),
    saveMethod: async (request) => saveMethod(request, await open(request.place)),
    findCharge: async (place, id) => findCharge(await open(place), id),
    cancelCharge: async (place, id) => cancelCharge(await open(place), id),
    refund: async (request) => refund(request, await open(request.place)),
    findRefund: async (place, id) => findRefund(await open(place), id),
    detachMethod: async (place, id) => detachMethod(await open(place), id),
    routes: Router(),
    webhooks: stripeWebhook({ ...parts, listener: () => heard.listener }),
    listen: (listener) => {
      heard.listener = listener;
      return { stop: async () => void (heard.listener = null) };
    },
  };
};
