/**
 * Metrics count a subscription as active, and what it brings in, only while it is paid for: not while it is unpaid or
 * paused, for months perhaps. It is a change of what there is (`subscription_movements`, migration 120), not an end;
 * one that ends meanwhile is counted again at that time, so that its end takes it away once.
 */
import type { Migration } from '@tessera/kit/database/data-source';

const paid = (row: string): string =>
  `${row}.product_id, ${row}.currency, ${row}.amount, ${row}.recurring_interval, ${row}.recurring_interval_count,
   ${row}.status <> 'unpaid'`;
const monthly = (row: string): string =>
  `monthly_amount(${row}.amount, ${row}.recurring_interval, ${row}.recurring_interval_count)`;
const movement = `subscription_movements (organization_id, customer_id, product_id, currency, subscription_id, started_at, at, kind,
     count, sum)`;
const movementOf = (row: string, values: string): string =>
  `INSERT INTO ${movement} VALUES (${row}.organization_id, ${row}.customer_id, ${row}.product_id, ${row}.currency,
     ${row}.id, ${row}.started_at, ${values});`;
const changedAt = 'coalesce(NEW.ended_at, NEW.modified_at, now())';

export const countedSubscriptionsMigration: Migration = {
  name: '175-counted-subscriptions',
  sql: `
    LOCK TABLE subscriptions IN SHARE ROW EXCLUSIVE MODE;

    CREATE OR REPLACE FUNCTION note_subscription_metric() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP = 'UPDATE' AND OLD.started_at IS NOT DISTINCT FROM NEW.started_at THEN
        IF NEW.started_at IS NULL THEN RETURN NULL; END IF;
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
        IF NEW.status = 'unpaid' THEN ${movementOf('NEW', `${changedAt}, 'changed', -1, -${monthly('NEW')}`)} END IF;
        IF NEW.ended_at IS NOT NULL THEN ${movementOf('NEW', `NEW.ended_at, 'ended', 1, ${monthly('NEW')}`)} END IF;
      END IF;
      RETURN NULL;
    END $$;
    DROP TRIGGER metric_updated ON subscriptions;
    CREATE TRIGGER metric_updated AFTER UPDATE ON subscriptions FOR EACH ROW
      WHEN (ROW(${paid('OLD')}, OLD.started_at, OLD.ended_at) IS DISTINCT FROM ROW(${paid('NEW')}, NEW.started_at, NEW.ended_at))
      EXECUTE FUNCTION note_subscription_metric();

    -- When one became unpaid was not kept; a pause's beginning was.
    INSERT INTO ${movement}
    SELECT organization_id, customer_id, product_id, currency, id, started_at,
      greatest(started_at, coalesce(paused_at, modified_at, now())), 'changed', -1, -${monthly('r')}
    FROM subscriptions r WHERE r.status = 'unpaid' AND r.started_at IS NOT NULL AND r.ended_at IS NULL;`,
};
