/** Finds earlier trials of a customer, where the seller grants one trial each. */
import { sql } from '@tessera/kit/database/sql';
import type { EntityManager } from 'typeorm';

/**
 * SQL: an address without what mailboxes commonly ignore: case, and a suffix after a plus. Same expression as in the
 * indexes of migration 152.
 */
const mailbox = (email: string): string => `regexp_replace(lower(${email}), '[+][^@]*@', '@')`;

/**
 * Serializes concurrent purchases with the same card or mailbox, so that the second sees the first. All callers take
 * the two locks in this order; null locks nothing.
 */
const waitForOthers = (
  em: EntityManager,
  organizationId: string,
  { email, fingerprint }: { email: string; fingerprint: string | null },
): Promise<unknown> =>
  em.query(
    `SELECT pg_advisory_xact_lock(hashtextextended($1 || $2::text, 0)),
       pg_advisory_xact_lock(hashtextextended($1 || ${mailbox('$3')}, 0))`,
    [`trial:${organizationId}:`, fingerprint, email],
  );

/**
 * Whether a trial was ever given to the customer, to their e-mail address (now or in the checkout at the time), or to
 * the card presented now (`fingerprint`, null: unknown). Each lookup uses an index: sellers may have given any number
 * of trials.
 */
export const hasHadTrial = async (
  em: EntityManager,
  { organizationId, id, email }: { organizationId: string; id: string; email: string },
  fingerprint: string | null,
): Promise<boolean> => {
  await waitForOthers(em, organizationId, { email, fingerprint });
  const found = await sql(
    em,
    `SELECT 1 FROM (
       SELECT own.trial_start FROM subscriptions own WHERE own.customer_id = $2
       UNION ALL
       SELECT own.trial_start FROM customers JOIN subscriptions own ON own.customer_id = customers.id
       WHERE customers.organization_id = $1 AND ${mailbox('customers.email')} = ${mailbox('$3')}
       UNION ALL
       SELECT own.trial_start FROM checkouts JOIN subscriptions own ON own.checkout_id = checkouts.id
       WHERE checkouts.organization_id = $1 AND ${mailbox('checkouts.customer_email')} = ${mailbox('$3')}
         AND checkouts.confirmed_trial ->> 'trialInterval' IS NOT NULL
       UNION ALL
       SELECT own.trial_start FROM payments JOIN subscriptions own ON own.checkout_id = payments.purpose_id
       WHERE payments.organization_id = $1 AND payments.card_fingerprint = $4
         AND payments.purpose_kind = 'checkout' AND payments.amount = 0
     ) had WHERE had.trial_start IS NOT NULL LIMIT 1`,
    [organizationId, id, email, fingerprint],
  );
  return found.length > 0;
};
