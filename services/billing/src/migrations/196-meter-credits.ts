/**
 * Which grants customers' meters have their credit from since they were last reset. What was given before counts with its
 * last credit, and of that with no more than its meter holds. What replicas of the release before give meanwhile has no
 * row: after a reset, a revocation takes nothing of it.
 */
import type { SqlMigration } from '@tessera/kit/database/data-source';

export const meterCreditsMigration: SqlMigration = {
  name: '196-meter-credits',
  sql: `
    CREATE TABLE meter_credits (
      id uuid PRIMARY KEY,
      position bigint GENERATED ALWAYS AS IDENTITY,
      customer_id uuid NOT NULL,
      meter_id uuid NOT NULL,
      grant_id uuid NOT NULL,
      subscription_id uuid,
      units integer NOT NULL CHECK (units > 0),
      rollover boolean NOT NULL,
      FOREIGN KEY (customer_id, meter_id) REFERENCES customer_meters (customer_id, meter_id)
    );
    CREATE INDEX meter_credits_of_meter ON meter_credits (customer_id, meter_id);

    INSERT INTO meter_credits (id, customer_id, meter_id, grant_id, subscription_id, units, rollover)
    SELECT gen_random_uuid(), given.customer_id, given.meter_id, given.id, given.subscription_id, given.units, given.rollover
    FROM (
      SELECT g.id, m.customer_id, m.meter_id, g.subscription_id, (b.properties ->> 'rollover')::boolean AS rollover,
        (g.properties ->> 'lastCreditedAt')::timestamptz AS at,
        least((g.properties ->> 'lastCreditedUnits')::integer,
          CASE WHEN (b.properties ->> 'rollover')::boolean THEN m.rollover_units
            ELSE m.credited_units - m.rollover_units END) AS units
      FROM benefit_grants g JOIN benefits b ON b.id = g.benefit_id LEFT JOIN subscriptions s ON s.id = g.subscription_id
      JOIN customer_meters m ON m.customer_id = g.customer_id AND m.meter_id::text = g.properties ->> 'lastCreditedMeterId'
      WHERE (b.properties ->> 'rollover')::boolean OR m.reset_at IS NULL
        OR (g.properties ->> 'lastCreditedAt')::timestamptz >= least(m.reset_at, s.current_period_start)
    ) given WHERE given.units > 0 ORDER BY given.at, given.id`,
};
