/**
 * What checkouts, orders and new subscriptions add to the metrics (migrations 120, 155 and 185), and what a sale changes
 * in the counts of lists, is noted once per statement instead of once per row: sales are written many at a time, mostly
 * of the same product and within the same quarter of an hour, to which `metric_sums` adds them up anyway.
 */
import type { Migration } from '@tessera/kit/database/data-source';
import { countUpdatesTogether } from '../lists/counted.ts';
import { paymentFacet } from './064-refunds.ts';

const delta = 'metric_deltas (organization_id, product_id, currency, at, kind, count, sum)';
const quarter = (at: string): string => `date_bin('15 minutes', ${at}, '2000-01-01 00:00:00+00')`;
const monthOf = (column: string): string => `date_trunc('month', ${column}, 'UTC')`;

/** A SELECT of what the rows of a transition table count for; `sign`: 1 as they are now, -1 as they were. */
type Noted = (rows: string, sign: 1 | -1) => string;
const orders: Noted = (rows, sign) =>
  `SELECT organization_id, product_id, currency, ${quarter('created_at')} AS at, billing_reason AS kind, ${sign} AS count,
     ${sign} * (net_amount - refunded_amount)::bigint AS sum
   FROM ${rows} WHERE status IN ('paid', 'refunded', 'partially_refunded')`;
const checkouts: Noted = (rows, sign) =>
  `SELECT organization_id, product_id, currency, ${quarter('created_at')} AS at,
     CASE WHEN is_recurring THEN 'recurring_checkout' ELSE 'once_checkout' END AS kind, ${sign} AS count,
     ${sign} * (status = 'succeeded')::int AS sum
   FROM ${rows}`;
const movements: Noted = (rows) =>
  `SELECT organization_id, product_id, currency, ${quarter('at')} AS at, kind, count, sum FROM ${rows}`;

const note = (...parts: string[]): string =>
  `INSERT INTO ${delta}
   SELECT organization_id, product_id, currency, at, kind, sum(count), sum(sum) FROM (${parts.join(' UNION ALL ')}) r
   GROUP BY 1, 2, 3, 4, 5 HAVING sum(count) <> 0 OR sum(sum) <> 0;`;

const define = (name: string, body: string): string =>
  `CREATE OR REPLACE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${body} RETURN NULL; END $$;`;

/** Triggers of a table, each with the rows as they were (`before`) and as they are now (`after`). */
const noteTable = (table: string, name: string, noted: Noted): string => `
  ${define(
    name,
    `IF TG_OP = 'INSERT' THEN ${note(noted('after', 1))}
     ELSIF TG_OP = 'DELETE' THEN ${note(noted('before', -1))}
     ELSE ${note(noted('before', -1), noted('after', 1))} END IF;`,
  )}
  CREATE OR REPLACE TRIGGER metric_inserted AFTER INSERT ON ${table} REFERENCING NEW TABLE AS after
    FOR EACH STATEMENT EXECUTE FUNCTION ${name}();
  CREATE OR REPLACE TRIGGER metric_updated AFTER UPDATE ON ${table} REFERENCING OLD TABLE AS before NEW TABLE AS after
    FOR EACH STATEMENT EXECUTE FUNCTION ${name}();
  CREATE OR REPLACE TRIGGER metric_deleted AFTER DELETE ON ${table} REFERENCING OLD TABLE AS before
    FOR EACH STATEMENT EXECUTE FUNCTION ${name}();`;

const begun = (at: string, kind: string, sign: 1 | -1): string =>
  `SELECT organization_id, customer_id, product_id, currency, id, started_at, ${at}, '${kind}', ${sign},
     ${sign} * monthly_amount(amount, recurring_interval, recurring_interval_count)
   FROM after WHERE started_at IS NOT NULL`;

export const notedByStatementMigration: Migration = {
  name: '189-noted-by-statement',
  sql: `
    LOCK TABLE checkouts, payments, subscriptions, orders, benefit_grants, subscription_movements
      IN SHARE ROW EXCLUSIVE MODE;
    ${noteTable('checkouts', 'note_checkout_metric', checkouts)}
    ${noteTable('orders', 'note_order_metric', orders)}

    ${countUpdatesTogether({
      table: 'checkouts',
      time: '@.created_at',
      product: '@.product_id',
      facet: '@.status',
    })}
    ${countUpdatesTogether({
      table: 'payments',
      time: '@.created_at',
      facet: paymentFacet('@.'),
      when: '@.amount > 0',
    })}
    ${countUpdatesTogether({
      table: 'benefit_grants',
      time: '@.created_at',
      product: '@.benefit_id',
      facet: "(CASE WHEN @.granted_at IS NULL THEN 'other' ELSE 'granted' END)",
    })}

    ${define(
      'note_movement',
      `${note(movements('after', 1))}
       INSERT INTO movement_deltas (organization_id, product_id, currency, started, at, count, sum)
       SELECT organization_id, product_id, currency, ${monthOf('started_at')}, ${monthOf('at')},
         sum(CASE WHEN kind = 'ended' THEN count ELSE 0 END), sum(CASE WHEN kind = 'ended' THEN -sum ELSE sum END)
       FROM after WHERE kind <> 'started' GROUP BY 1, 2, 3, 4, 5;`,
    )}
    CREATE OR REPLACE TRIGGER metric_inserted AFTER INSERT ON subscription_movements REFERENCING NEW TABLE AS after
      FOR EACH STATEMENT EXECUTE FUNCTION note_movement();

    ${define(
      'note_new_subscriptions',
      `INSERT INTO subscription_movements
         (organization_id, customer_id, product_id, currency, subscription_id, started_at, at, kind, count, sum)
       ${begun('started_at', 'started', 1)}
       UNION ALL ${begun('coalesce(ended_at, modified_at, now())', 'changed', -1)} AND status = 'unpaid'
       UNION ALL ${begun('ended_at', 'ended', 1)} AND status <> 'unpaid' AND ended_at IS NOT NULL;`,
    )}
    CREATE OR REPLACE TRIGGER metric_inserted AFTER INSERT ON subscriptions REFERENCING NEW TABLE AS after
      FOR EACH STATEMENT EXECUTE FUNCTION note_new_subscriptions();
    CREATE OR REPLACE TRIGGER metric_deleted AFTER DELETE ON subscriptions FOR EACH ROW
      EXECUTE FUNCTION note_subscription_metric();`,
};
