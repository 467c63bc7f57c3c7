/**
 * Stripe's webhook. An event only identifies an object, whose current state is fetched from Stripe, so that events
 * may be late, repeated and out of order. Only connected accounts are accepted, each for its own objects only.
 */
import { kitErrors } from '@tessera/kit/errors';
import { Router } from '@tessera/kit/http/router';
import type { Logger } from '@tessera/kit/log';
import express, { type RequestHandler } from 'express';
import { Stripe } from 'stripe';
import type { DataSource } from 'typeorm';
import { z } from 'zod';
import type { Accounts, OpenAccount } from '../accounts/accounts.ts';
import { noteEvent } from '../accounts/entity.ts';
import type { EventPlace, Listener } from '../processor.ts';
import { dispatchEvent, type StripeEvent } from './events.ts';
import { StripeUnavailable } from './failures.ts';

export type WebhookParts = {
  db: DataSource;
  stripe: Stripe;
  accounts: Accounts;
  log: Logger;
  now: () => Date;
  /** The listener; null before the workers have started. */
  listener: () => Listener | null;
};

/** Maximum age of a signature in seconds. */
const tolerance = 300;
const limit = 1_048_576;

/** What is read of an event before its signature is checked: the organization that it may belong to. */
const Hint = z.object({
  data: z.object({
    object: z.object({ metadata: z.record(z.string(), z.string()).nullish() }),
  }),
});

const OrganizationQuery = z.object({ organization: z.uuid().optional().catch(undefined) });

export const stripeWebhook = (parts: WebhookParts): Router =>
  Router().post(
    '/integrations/stripe/webhook',
    assertPlausible,
    express.raw({ type: () => true, limit }),
    take(parts),
  );

/** Format of Stripe's signature header: a timestamp, and one signature per valid secret. */
const plausible = /^t=\d{1,12}(,v\d=[0-9a-f]{1,128}){1,6}$/;

/** Refuses implausible signatures before the body is read, since anyone may call this route. */
const assertPlausible: RequestHandler = (req, res, next) => {
  const signature = req.get('stripe-signature');
  if (!signature) return void refuse(res, 'The signature is missing.');
  if (!plausible.test(signature)) return void refuse(res, 'The signature does not match.');
  next();
};

const take =
  (parts: WebhookParts): RequestHandler =>
  async (req, res) => {
    const listener = parts.listener();
    if (!listener) return void res.status(503).end();
    const body: unknown = req.body;
    const signature = req.get('stripe-signature') ?? '';
    if (!Buffer.isBuffer(body)) return void refuse(res, 'The body is missing.');
    const organizationId = hintOf(body, OrganizationQuery.parse(req.query).organization);
    const tellers = await parts.accounts.findTellers(parts.db.manager, organizationId);
    const verified = verify(tellers, body, signature);
    if (!verified) return void refuse(res, 'The signature does not match.');
    const { teller, event } = verified;
    if (teller.id !== null) await noteEvent(parts.db.manager, parts.now(), teller.id);
    const opened = { stripe: parts.stripe, sent: { apiKey: teller.secretKey } };
    const destination = { listener, place: eventPlaceOf(teller) };
    const isTaken = await dispatchEvent(opened, event, destination).catch((error: unknown) => {
      if (!(error instanceof StripeUnavailable)) throw error;
      // Stripe delivers the event again.
      parts.log.warn({ err: error, event: event.id, type: event.type }, 'Stripe did not answer');
      throw kitErrors.ServiceUnavailable();
    });
    parts.log.info(
      { event: event.id, type: event.type, account: teller.account, isTaken },
      'event of Stripe',
    );
    res.json({ received: true });
  };

const refuse = (res: express.Response, detail: string) =>
  res.status(400).json({ error: 'InvalidSignature', detail });

const eventPlaceOf = ({ organizationId, account }: OpenAccount): EventPlace => ({
  organizationId,
  processor: 'stripe',
  account,
});

/** The organization named in the URL or in the object; not trusted before the signature has been checked. */
const hintOf = (body: Buffer, named: string | undefined): string | null => {
  if (named) return named;
  try {
    const hint = Hint.safeParse(JSON.parse(body.toString('utf8')));
    const id = hint.data?.data.object.metadata?.['tessera_organization'];
    return z.uuid().safeParse(id).data ?? null;
  } catch {
    return null;
  }
};

/** Finds the account that signed the body with Stripe's own verifier, which compares in constant time. */
const verify = (
  tellers: OpenAccount[],
  body: Buffer,
  signature: string,
): { teller: OpenAccount; event: StripeEvent } | null => {
  for (const teller of tellers) {
    try {
      const event = Stripe.webhooks.constructEvent(body, signature, teller.webhookSecret, tolerance);
      return { teller, event };
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeSignatureVerificationError)) return null;
    }
  }
  return null;
};
