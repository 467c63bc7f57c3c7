/**
 * Refunds that sellers make, and what the list of payments shows: whose payment it was, of which order, by which card.
 * The state of payments on the wire is the facet they are counted by.
 */
import type { Migration } from '@tessera/kit/database/data-source';
import { countRows } from '../lists/counted.ts';

/** A payment's state on the wire, of a row whose columns are written behind `row`. */
export const paymentFacet = (row: string): string =>
  `(CASE WHEN ${row}status IN ('succeeded', 'failed') THEN ${row}status ELSE 'pending' END)`;

export const refundsMigration: Migration = {
  name: '064-refunds',
  sql: `
    CREATE TABLE refunds (
      id uuid PRIMARY KEY,
      created_at timestamptz NOT NULL,
      modified_at timestamptz,
      organization_id uuid NOT NULL,
      order_id uuid NOT NULL REFERENCES orders (id),
      customer_id uuid NOT NULL,
      subscription_id uuid,
      payment_id uuid NOT NULL REFERENCES payments (id),
      status text NOT NULL CHECK (status IN ('pending', 'succeeded', 'failed', 'canceled')),
      reason text NOT NULL,
      comment text,
      amount integer NOT NULL CHECK (amount > 0),
      tax_amount integer NOT NULL CHECK (tax_amount >= 0),
      currency text NOT NULL,
      revoke_benefits boolean NOT NULL,
      metadata jsonb NOT NULL,
      processor_id text,
      is_announced boolean NOT NULL DEFAULT false,
      touched_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX refunds_organization ON refunds (organization_id, created_at DESC NULLS LAST, id DESC);
    CREATE INDEX refunds_status ON refunds (organization_id, status, created_at DESC NULLS LAST, id DESC);
    CREATE INDEX refunds_order ON refunds (order_id);
    CREATE INDEX refunds_customer ON refunds (customer_id);
    CREATE INDEX refunds_subscription ON refunds (subscription_id) WHERE subscription_id IS NOT NULL;
    CREATE INDEX refunds_pending ON refunds (touched_at) WHERE status = 'pending';

    ALTER TABLE payments
      ADD COLUMN order_id uuid,
      ADD COLUMN customer_email text,
      ADD COLUMN card_brand text,
      ADD COLUMN card_last4 text,
      ADD COLUMN decline_reason text;
    UPDATE payments p SET customer_email = c.customer_email,
      order_id = CASE WHEN c.payment_id = p.id THEN c.order_id END
    FROM checkouts c WHERE p.purpose_kind = 'checkout' AND c.id = p.purpose_id;
    UPDATE payments p SET card_brand = t.brand, card_last4 = t.last4
    FROM sandbox_tokens t WHERE t.id = p.confirmation_token;
    UPDATE payments SET decline_reason = 'card_declined' WHERE status = 'failed';
    CREATE INDEX payments_organization ON payments (organization_id, created_at DESC NULLS LAST, id DESC)
      WHERE amount > 0;
    CREATE INDEX payments_facet ON payments
      (organization_id, ${paymentFacet('')}, created_at DESC NULLS LAST, id DESC) WHERE amount > 0;
    CREATE INDEX payments_order ON payments (order_id) WHERE order_id IS NOT NULL;
    CREATE INDEX payments_email ON payments (organization_id, lower(customer_email));

    ALTER TABLE sandbox_refunds
      ADD COLUMN refund_id uuid,
      ADD COLUMN status text NOT NULL DEFAULT 'succeeded',
      ADD COLUMN tell_at timestamptz;
    CREATE INDEX sandbox_refunds_charge ON sandbox_refunds (charge_id);
    CREATE INDEX sandbox_refunds_untold ON sandbox_refunds (tell_at) WHERE tell_at IS NOT NULL;

    ${countRows({ table: 'refunds', time: '@.created_at', facet: '@.status' })}
    ${countRows({ table: 'payments', time: '@.created_at', facet: paymentFacet('@.'), when: '@.amount > 0' })}
  `,
};
