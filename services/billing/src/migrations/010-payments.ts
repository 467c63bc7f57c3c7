/** Payments, and the sandbox processor's own books. */
import type { Migration } from '@tessera/kit/database/data-source';

export const paymentsMigration: Migration = {
  name: '010-payments',
  sql: `CREATE TABLE payments (
    id uuid PRIMARY KEY,
    created_at timestamptz NOT NULL,
    modified_at timestamptz,
    organization_id uuid NOT NULL,
    checkout_id uuid NOT NULL,
    attempt integer NOT NULL,
    customer_id uuid NOT NULL,
    processor text NOT NULL,
    processor_id text,
    idempotency_key text NOT NULL,
    confirmation_token text NOT NULL,
    intent_client_secret text,
    amount integer NOT NULL,
    currency text NOT NULL,
    status text NOT NULL,
    decline_message text,
    touched_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT payments_idempotency_key UNIQUE (idempotency_key),
    CONSTRAINT payments_attempt UNIQUE (checkout_id, attempt)
  );
  CREATE INDEX payments_unsettled ON payments (touched_at)
    WHERE status IN ('pending', 'requires_action', 'processing');

  CREATE TABLE sandbox_tokens (
    id text PRIMARY KEY,
    checkout_id uuid NOT NULL,
    outcome text NOT NULL,
    brand text NOT NULL,
    last4 text NOT NULL,
    used_by text,
    created_at timestamptz NOT NULL DEFAULT now()
  );
  CREATE TABLE sandbox_charges (
    id text PRIMARY KEY,
    idempotency_key text NOT NULL,
    payment_id uuid NOT NULL,
    client_secret text NOT NULL,
    amount integer NOT NULL,
    currency text NOT NULL,
    outcome text NOT NULL,
    status text NOT NULL,
    message text,
    tell_at timestamptz,
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT sandbox_charges_idempotency_key UNIQUE (idempotency_key),
    CONSTRAINT sandbox_charges_client_secret UNIQUE (client_secret)
  );
  CREATE INDEX sandbox_charges_untold ON sandbox_charges (tell_at) WHERE tell_at IS NOT NULL`,
};
