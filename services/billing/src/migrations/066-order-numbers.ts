import type { Migration } from '@tessera/kit/database/data-source';

/**
 * Numbers of orders, without gaps within an organization: a row's lock hands them out one after another, and whoever
 * rolls back has taken none. Its own table, so that nothing else of an organization waits. The database numbers, so
 * that orders which the release before places are numbered too. The prefix is the first slug that is known.
 */
export const orderNumbersMigration: Migration = {
  name: '066-order-numbers',
  sql: `
    ALTER TABLE organizations ADD COLUMN invoice_prefix text;
    UPDATE organizations SET invoice_prefix = upper(slug);

    CREATE TABLE order_counters (
      organization_id uuid PRIMARY KEY,
      last_number integer NOT NULL
    ) WITH (fillfactor = 10);

    CREATE FUNCTION number_of_order(prefix text, number integer) RETURNS text LANGUAGE sql IMMUTABLE AS $$
      SELECT prefix || '-' || lpad(number::text, greatest(4, length(number::text)), '0') $$;

    ALTER TABLE orders ADD COLUMN invoice_number text;
    WITH counted AS (
      SELECT id, organization_id, row_number() OVER (PARTITION BY organization_id ORDER BY created_at, id)::int AS number
      FROM orders)
    UPDATE orders o SET invoice_number = number_of_order(
      coalesce((SELECT invoice_prefix FROM organizations WHERE id = o.organization_id), 'ORDER'), counted.number)
    FROM counted WHERE counted.id = o.id;
    INSERT INTO order_counters (organization_id, last_number)
    SELECT organization_id, count(*) FROM orders GROUP BY organization_id;
    ALTER TABLE orders ALTER COLUMN invoice_number SET NOT NULL;
    CREATE UNIQUE INDEX orders_invoice_number ON orders (organization_id, invoice_number);

    CREATE FUNCTION number_order() RETURNS trigger LANGUAGE plpgsql AS $$
      DECLARE taken integer;
      BEGIN
        INSERT INTO order_counters AS counter (organization_id, last_number) VALUES (NEW.organization_id, 1)
        ON CONFLICT (organization_id) DO UPDATE SET last_number = counter.last_number + 1
        RETURNING last_number INTO taken;
        NEW.invoice_number := number_of_order(
          coalesce((SELECT coalesce(invoice_prefix, upper(slug)) FROM organizations WHERE id = NEW.organization_id),
            'ORDER'), taken);
        RETURN NEW;
      END $$;
    CREATE TRIGGER number BEFORE INSERT ON orders FOR EACH ROW WHEN (NEW.invoice_number IS NULL)
      EXECUTE FUNCTION number_order();
  `,
};
