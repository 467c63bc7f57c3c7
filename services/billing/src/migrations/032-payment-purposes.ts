import type { Migration } from '@tessera/kit/database/data-source';

/**
 * A payment names what it is for and what it is made with. Replicas of the release before write only `checkout_id`
 * and a token: a trigger names the purpose for them, and payments for checkouts go on filling `checkout_id`. Both go
 * with the next release; what the release before cannot do (renewals and the like) nothing starts in this one.
 */
export const paymentPurposesMigration: Migration = {
  name: '032-payment-purposes',
  sql: `
    CREATE FUNCTION payment_purpose() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        NEW.purpose_id := coalesce(NEW.purpose_id, NEW.checkout_id);
        RETURN NEW;
      END $$;

    ALTER TABLE payments
      ADD COLUMN purpose_kind text NOT NULL DEFAULT 'checkout'
        CHECK (purpose_kind IN ('checkout', 'renewal', 'proration', 'order_retry', 'card_setup')),
      ADD COLUMN purpose_id uuid,
      ADD COLUMN payment_method_id text,
      ADD COLUMN keeps_method boolean NOT NULL DEFAULT false,
      ALTER COLUMN checkout_id DROP NOT NULL,
      ALTER COLUMN confirmation_token DROP NOT NULL,
      ADD CONSTRAINT payments_source CHECK (confirmation_token IS NOT NULL OR payment_method_id IS NOT NULL);
    UPDATE payments SET purpose_id = checkout_id;
    ALTER TABLE payments ALTER COLUMN purpose_id SET NOT NULL;
    CREATE TRIGGER payments_purpose BEFORE INSERT ON payments FOR EACH ROW EXECUTE FUNCTION payment_purpose();
    CREATE UNIQUE INDEX payments_purpose ON payments (purpose_kind, purpose_id, attempt);

    ALTER TABLE sandbox_tokens ADD COLUMN purpose_id uuid, ALTER COLUMN checkout_id DROP NOT NULL;
    UPDATE sandbox_tokens SET purpose_id = checkout_id;
    ALTER TABLE sandbox_tokens ALTER COLUMN purpose_id SET NOT NULL;
    CREATE TRIGGER sandbox_tokens_purpose BEFORE INSERT ON sandbox_tokens
      FOR EACH ROW EXECUTE FUNCTION payment_purpose();

    ALTER TABLE sandbox_charges
      ADD COLUMN is_setup boolean NOT NULL DEFAULT false,
      ADD COLUMN method_id text;
    CREATE UNIQUE INDEX sandbox_charges_method ON sandbox_charges (method_id) WHERE method_id IS NOT NULL`,
};
