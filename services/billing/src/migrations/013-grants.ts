import type { Migration } from '@tessera/kit/database/data-source';

/** A grant belongs to a subscription or to an order, and there is one of each benefit there. */
export const grantsMigration: Migration = {
  name: '013-grants',
  sql: `
    CREATE TABLE benefit_grants (
      id uuid PRIMARY KEY,
      created_at timestamptz NOT NULL,
      modified_at timestamptz,
      organization_id uuid NOT NULL,
      customer_id uuid NOT NULL,
      benefit_id uuid NOT NULL,
      subscription_id uuid,
      order_id uuid,
      granted_at timestamptz,
      revoked_at timestamptz,
      properties jsonb NOT NULL,
      error jsonb,
      CHECK ((subscription_id IS NULL) <> (order_id IS NULL)),
      CONSTRAINT benefit_grants_subscription UNIQUE (subscription_id, benefit_id),
      CONSTRAINT benefit_grants_order UNIQUE (order_id, benefit_id)
    );
    CREATE INDEX benefit_grants_benefit ON benefit_grants (benefit_id, created_at DESC NULLS LAST, id DESC);
    CREATE INDEX benefit_grants_customer ON benefit_grants (customer_id)`,
};
