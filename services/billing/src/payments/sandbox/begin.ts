/** Creates charges in the sandbox. */
import { batchedBy } from '@tessera/kit/background/batched';
import { sql } from '@tessera/kit/database/sql';
import { randomText } from '@tessera/kit/secrets';
import type { SandboxOutcome } from '@tessera/proto/api/billing/sandbox';
import type { DataSource } from 'typeorm';
import type { ChargeRequest } from '../processor.ts';
import { askedMessage, declinedMessage, firstStatus } from './rules.ts';
import { type ChargeRow, chargeColumns } from './store.ts';

/** A charge to create. `outcome` undefined: there is no card to charge; `unknown` is the failure message. */
export type NewCharge = Pick<ChargeRequest, 'idempotencyKey' | 'paymentId' | 'amount' | 'currency'> & {
  outcome: SandboxOutcome | undefined;
  unknown: string;
  /** No money moves: the card is only saved. */
  isSetup: boolean;
  /** The customer is not there to answer the bank. */
  isOffSession?: boolean;
  keepsMethod: boolean;
  /** Milliseconds until it settles. */
  delay: number;
};

const maxTogether = 100;

/** Writes a charge, or returns the one that its idempotency key made before. Concurrent calls share a batch. */
export const insertCharge = batchedBy(
  maxTogether,
  async (db: DataSource, charges: NewCharge[]): Promise<ChargeRow[]> => {
    const made = await sql<KeyedCharge>(
      db,
      `INSERT INTO sandbox_charges (id, idempotency_key, payment_id, client_secret, amount, currency, outcome, status,
         message, is_setup, method_id, tell_at)
       SELECT id, idempotency_key, payment_id, client_secret, amount, currency, outcome, status, message, is_setup, method_id,
         CASE WHEN status = 'processing' THEN now() + make_interval(secs => seconds) END
       FROM jsonb_to_recordset($1) AS charge (id text, idempotency_key text, payment_id uuid, client_secret text,
         amount integer, currency text, outcome text, status text, message text, is_setup boolean, method_id text,
         seconds double precision)
       ON CONFLICT (idempotency_key) DO NOTHING RETURNING idempotency_key AS "idempotencyKey", ${chargeColumns}`,
      [JSON.stringify(charges.map(recordOf))],
    );
    const byKey = new Map(made.map((charge) => [charge.idempotencyKey, charge]));
    const missing = charges.map(({ idempotencyKey }) => idempotencyKey).filter((key) => !byKey.has(key));
    for (const charge of await findChargesByKeys(db, missing)) byKey.set(charge.idempotencyKey, charge);
    return charges.map(({ idempotencyKey }) => {
      const charge = byKey.get(idempotencyKey);
      if (!charge) throw new Error(`charge ${idempotencyKey} is gone`);
      return charge;
    });
  },
);

type KeyedCharge = ChargeRow & { idempotencyKey: string };

const findChargesByKeys = async (db: DataSource, keys: readonly string[]): Promise<KeyedCharge[]> =>
  keys.length === 0
    ? []
    : sql(
        db,
        `SELECT idempotency_key AS "idempotencyKey", ${chargeColumns} FROM sandbox_charges WHERE idempotency_key = ANY($1)`,
        [keys],
      );

/** The record of a new charge. */
const recordOf = (charge: NewCharge): Record<string, unknown> => {
  const { outcome } = charge;
  const first = outcome === undefined ? 'failed' : firstStatus(outcome, charge.isSetup);
  const isAsked = first === 'requires_action' && charge.isOffSession === true;
  const status = isAsked ? 'failed' : first;
  const failure = isAsked ? askedMessage : declinedMessage;
  return {
    id: `sandbox_ch_${randomText(24)}`,
    idempotency_key: charge.idempotencyKey,
    payment_id: charge.paymentId,
    client_secret: `sandbox_pi_${randomText(32)}`,
    amount: charge.amount,
    currency: charge.currency,
    outcome: outcome ?? 'declined',
    status,
    message: outcome === undefined ? charge.unknown : status === 'failed' ? failure : null,
    is_setup: charge.isSetup,
    method_id: charge.keepsMethod && status !== 'failed' ? `sandbox_pm_${randomText(24)}` : null,
    seconds: charge.delay / 1000,
  };
};
