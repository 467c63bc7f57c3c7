/**
 * A paused or unpaid subscription left the metrics when it was paused or became unpaid (migration 175). Its end no
 * longer counts it once more, only to count it as one that ended: nobody left who had been there.
 */
import type { SqlMigration } from '@tessera/kit/database/data-source';

const paid = (row: string): string =>
  `${row}.product_id, ${row}.currency, ${row}.amount, ${row}.recurring_interval, ${row}.recurring_interval_count,
   ${row}.status <> 'unpaid'`;
const monthly = (row: string): string =>
  `monthly_amount(${row}.amount, ${row}.recurring_interval, ${row}.recurring_interval_count)`;
const movement = `subscription_movements (organization_id, customer_id, product_id, currency, subscription_id, started_at, at,
     kind, count, sum)`;
const movementOf = (row: string, values: string): string =>
  `INSERT INTO ${movement} VALUES (${row}.organization_id, ${row}.customer_id, ${row}.product_id, ${row}.currency,
     ${row}.id, ${row}.started_at, ${values});`;
const changedAt = 'coalesce(NEW.ended_at, NEW.modified_at, now())';

export const pausedEndingsMigration: SqlMigration = {
  name: '185-paused-endings',
  sql: `
    LOCK TABLE subscriptions IN SHARE ROW EXCLUSIVE MODE;

    CREATE OR REPLACE FUNCTION note_subscription_metric() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP = 'UPDATE' AND OLD.started_at IS NOT DISTINCT FROM NEW.started_at THEN
        IF NEW.started_at IS NULL THEN RETURN NULL; END IF;
        -- An end is written once, and never withdrawn.
        IF OLD.status = 'unpaid' AND OLD.ended_at IS NULL AND NEW.ended_at IS NOT NULL THEN RETURN NULL; END IF;
        IF OLD.ended_at IS NULL AND ROW(${paid('OLD')}) IS DISTINCT FROM ROW(${paid('NEW')}) THEN
          IF OLD.status <> 'unpaid' THEN ${movementOf('OLD', `${changedAt}, 'changed', -1, -${monthly('OLD')}`)} END IF;
          IF NEW.status <> 'unpaid' THEN ${movementOf('NEW', `${changedAt}, 'changed', 1, ${monthly('NEW')}`)} END IF;
        END IF;
        IF OLD.ended_at IS DISTINCT FROM NEW.ended_at THEN
          IF OLD.ended_at IS NOT NULL THEN ${movementOf('OLD', `OLD.ended_at, 'ended', -1, -${monthly('OLD')}`)} END IF;
          IF NEW.ended_at IS NOT NULL THEN ${movementOf('NEW', `NEW.ended_at, 'ended', 1, ${monthly('NEW')}`)} END IF;
        END IF;
        RETURN NULL;
      END IF;
      IF TG_OP <> 'INSERT' THEN
        INSERT INTO ${movement}
        SELECT organization_id, customer_id, product_id, currency, subscription_id, started_at, at, kind,
          -sum(count), -sum(sum)
        FROM subscription_movements WHERE subscription_id = OLD.id GROUP BY 1, 2, 3, 4, 5, 6, 7, 8
        HAVING sum(count) <> 0 OR sum(sum) <> 0;
      END IF;
      IF TG_OP <> 'DELETE' AND NEW.started_at IS NOT NULL THEN
        ${movementOf('NEW', `NEW.started_at, 'started', 1, ${monthly('NEW')}`)}
        IF NEW.status = 'unpaid' THEN ${movementOf('NEW', `${changedAt}, 'changed', -1, -${monthly('NEW')}`)}
        ELSIF NEW.ended_at IS NOT NULL THEN ${movementOf('NEW', `NEW.ended_at, 'ended', 1, ${monthly('NEW')}`)} END IF;
      END IF;
      RETURN NULL;
    END $$;

    -- Ends that were counted so: with a change from nothing at the same time.
    WITH again AS (
      SELECT subscription_id, at FROM subscription_movements WHERE kind <> 'started' GROUP BY 1, 2
      HAVING sum(count) FILTER (WHERE kind = 'changed') = 1 AND sum(count) FILTER (WHERE kind = 'ended') = 1
    )
    INSERT INTO ${movement}
    SELECT r.organization_id, r.customer_id, r.product_id, r.currency, r.subscription_id, r.started_at, r.at, r.kind,
      -r.count, -r.sum
    FROM again JOIN subscription_movements r USING (subscription_id, at) WHERE r.kind <> 'started';`,
};
