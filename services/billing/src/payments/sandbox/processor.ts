/** The sandbox: a payment processor for test cards that keeps its own records and settles asynchronously. */
import { wakeWork } from '@tessera/kit/background/wake';
import { Router } from '@tessera/kit/http/router';
import type { Logger } from '@tessera/kit/log';
import { createToken } from '@tessera/kit/secrets';
import { cardBrand, isExpired } from '@tessera/proto/api/billing/sandbox';
import type { DataSource } from 'typeorm';
import type { Card, ChargeResult, PaymentProcessor, SaveMethodRequest } from '../processor.ts';
import type { Purpose } from '../purpose.ts';
import { insertCharge, type NewCharge } from './begin.ts';
import { expiredCard, sandboxErrors } from './errors.ts';
import { sandboxRoutes } from './http.ts';
import { insertRefund } from './refunds.ts';
import {
  askedMessage,
  declinedMessage,
  fingerprintOf,
  knownToken,
  notRefundableMessage,
  outcomeOfCard,
  reasonOf,
  unknownMethodMessage,
  unknownTokenMessage,
} from './rules.ts';
import type { Sandbox } from './sandbox.ts';
import {
  approveCharge,
  type ChargeRow,
  denyCharge,
  findCharge,
  findChargeBySecret,
  insertToken,
  markEmitted,
  outcomeOfMethod,
  useToken,
} from './store.ts';
import { type EmitPayment, eventOf, settlementWork, startSettlement } from './worker.ts';

export type SandboxParts = {
  db: DataSource;
  log: Logger;
  now: () => Date;
  /** Returns what the page with this client secret pays for. */
  findPurpose: (clientSecret: string) => Promise<Purpose | undefined>;
  /** Milliseconds that a charge takes to settle. */
  settleMilliseconds?: number;
};

export const createSandbox = (parts: SandboxParts): PaymentProcessor => {
  const { db, log, settleMilliseconds: delay = 100 } = parts;
  const wake = (): void => wakeWork(db, [settlementWork]);
  let tell: EmitPayment | undefined;
  const sandbox = customerFace(parts, delay, {
    wake,
    tell: async (event) => tell?.(event),
  });
  return {
    routes: sandboxRoutes(sandbox),
    webhooks: Router(),
    ...charging(db, delay, wake),
    findCharge: async (_place, processorId) => {
      const charge = await findCharge(db, processorId);
      return charge ? resultOf(charge) : null;
    },
    cancelCharge: async (_place, processorId) => {
      if (await denyCharge(db, processorId)) wake();
    },
    refund: async (request) => {
      const written = await insertRefund(db, request, delay);
      if (written === 'early') throw new Error(`charge ${request.processorId} has not settled yet`);
      if (written === 'refused')
        return { status: 'failed', processorId: null, message: notRefundableMessage };
      if (written.isToTell) wake();
      return { status: 'succeeded', processorId: written.id };
    },
    findRefund: async (_place, processorId) => ({ status: 'succeeded', processorId }),
    // A card is stored with the charge that it was made with, so there is nothing to remove.
    detachMethod: async () => undefined,
    listen: (listener, { works }) => {
      tell = listener.payment;
      return works ? startSettlement(db, log, listener) : { stop: () => Promise.resolve() };
    },
  };
};

/** Charges and setups, which begin alike and differ in what happens to the card. */
const charging = (
  db: DataSource,
  delay: number,
  wake: () => void,
): Pick<PaymentProcessor, 'charge' | 'chargeSaved' | 'saveMethod'> => {
  const tokenOf = async (request: SaveMethodRequest) =>
    knownToken(request.confirmationToken) ?? (await useToken(db, request));
  const begin = async (request: Omit<NewCharge, 'delay'>, card?: Card): Promise<ChargeResult> => {
    const charge = await insertCharge(db, { ...request, delay });
    if (charge.status === 'processing') wake();
    return { ...resultOf(charge), ...(card && { card }) };
  };
  return {
    charge: async (request) => {
      const token = await tokenOf(request);
      const charge = { ...request, outcome: token?.outcome, unknown: unknownTokenMessage, isSetup: false };
      return begin(charge, token?.card);
    },
    chargeSaved: async (request) => {
      const outcome = await outcomeOfMethod(db, request.methodId);
      return begin({
        ...request,
        outcome,
        unknown: unknownMethodMessage,
        isSetup: false,
        isOffSession: !request.isCustomerPresent,
        keepsMethod: false,
      });
    },
    saveMethod: async (request) => {
      const token = await tokenOf(request);
      const setup = { amount: 0, isSetup: true, keepsMethod: true };
      const charge = { ...request, ...setup, outcome: token?.outcome, unknown: unknownTokenMessage };
      return begin(charge, token?.card);
    },
  };
};

/** The operations that the customer's browser calls. */
const customerFace = (
  { db, now, findPurpose }: SandboxParts,
  delay: number,
  settlement: { wake: () => void; tell: EmitPayment },
): Sandbox => ({
  createConfirmationToken: async ({ clientSecret, card }) => {
    const purpose = clientSecret === undefined ? null : await findPurpose(clientSecret);
    if (purpose === undefined) throw sandboxErrors.ResourceNotFound();
    if (isExpired(card, now())) throw expiredCard();
    const token = {
      id: createToken('sandbox_ctoken_'),
      purpose,
      outcome: outcomeOfCard(card.number),
      brand: cardBrand(card.number),
      last4: card.number.slice(-4),
      expMonth: card.expMonth,
      expYear: card.expYear,
      fingerprint: fingerprintOf(card.number),
    };
    await insertToken(db, token);
    return token;
  },
  authenticate: async (intentClientSecret, { outcome }) => {
    const charge = await findChargeBySecret(db, intentClientSecret);
    if (!charge) throw sandboxErrors.ResourceNotFound();
    const answered =
      outcome === 'approve'
        ? await approveCharge(db, charge.id, delay)
        : // The response waits until the checkout is open again, so that the page can try another card immediately.
          await denyCharge(db, charge.id);
    if (answered) {
      await settlement.tell(eventOf(answered));
      if (answered.status === 'failed') await markEmitted(db, [answered.id]);
      else settlement.wake();
    }
    const { status } = answered ?? (await findCharge(db, charge.id)) ?? charge;
    return { status: status === 'failed' ? 'failed' : 'processing' };
  },
});

const resultOf = (row: ChargeRow): ChargeResult => {
  if (row.status === 'failed')
    return {
      status: 'failed',
      processorId: row.id,
      message: row.message ?? declinedMessage,
      reason: row.message === askedMessage ? 'authentication_required' : reasonOf(row.outcome),
    };
  if (row.status === 'requires_action')
    return { status: 'requires_action', processorId: row.id, intentClientSecret: row.clientSecret };
  return row.status === 'succeeded'
    ? { status: 'succeeded', processorId: row.id, methodId: row.methodId }
    : { status: 'processing', processorId: row.id };
};
