/** Rows of tax registrations: the places where sellers collect tax. */
import { batchedBy } from '@tessera/kit/background/batched';
import { column } from '@tessera/kit/database/data-source';
import { sql } from '@tessera/kit/database/sql';
import type { TaxBehavior, TaxScheme } from '@tessera/proto/api/billing/tax';
import { type DataSource, type EntityManager, EntitySchema } from 'typeorm';
import type { Registration } from './rules.ts';

export type TaxRegistrationRow = {
  id: string;
  createdAt: Date;
  modifiedAt: Date | null;
  organizationId: string;
  country: string;
  state: string | null;
  scheme: TaxScheme;
  taxNumber: string | null;
  validFrom: Date;
  validUntil: Date | null;
};

const optional = { nullable: true };

export const TaxRegistrationEntity = new EntitySchema<TaxRegistrationRow>({
  name: 'taxRegistration',
  tableName: 'tax_registrations',
  columns: {
    id: column.id(),
    createdAt: column.time('created_at'),
    modifiedAt: column.time('modified_at', optional),
    organizationId: column.uuid('organization_id'),
    country: column.text('country'),
    state: column.text('state', optional),
    scheme: column.text('scheme'),
    taxNumber: column.text('tax_number', optional),
    validFrom: column.time('valid_from'),
    validUntil: column.time('valid_until', optional),
  },
});

export const findTaxRegistration = (
  em: EntityManager,
  { id }: { id: string },
): Promise<TaxRegistrationRow | null> => em.findOneBy(TaxRegistrationEntity, { id });

type SellerTax = {
  registrations: Registration[];
  exemptIn: string | null;
  isTaxable: boolean;
  behavior: TaxBehavior;
};
type SellerTaxQuestion = { organizationId: string; productId: string; at: Date };

const maxConcurrent = 100;

/**
 * Returns what the tax of a product depends on besides its customer. On the path of each checkout and renewal:
 * concurrent calls share one statement.
 */
export const findSellerTax = async (db: DataSource, question: SellerTaxQuestion): Promise<SellerTax> => {
  const found = await readSellerTaxes(db, question);
  if (!found) throw new Error(`product ${question.productId} is gone`);
  return found;
};

const readSellerTaxes = batchedBy(
  maxConcurrent,
  async (db: DataSource, asked: SellerTaxQuestion[]): Promise<(SellerTax | undefined)[]> => {
    const rows = await sql<SellerTax & { position: number }>(
      db,
      `SELECT asked.position::int AS position, p.is_tax_applicable AS "isTaxable", p.tax_behavior AS behavior,
         coalesce((SELECT jsonb_agg(jsonb_build_object('country', r.country, 'state', r.state, 'scheme', r.scheme))
           FROM tax_registrations r
           WHERE r.organization_id = asked.seller AND r.valid_from <= asked.at
             AND (r.valid_until IS NULL OR r.valid_until > asked.at)),
           '[]') AS registrations,
         (SELECT d.address->>'country' FROM seller_details d
           WHERE d.organization_id = asked.seller AND d.is_small_business) AS "exemptIn"
       FROM unnest(ARRAY(SELECT unnest($1::uuid[])), ARRAY(SELECT unnest($2::uuid[])),
           ARRAY(SELECT unnest($3::timestamptz[])))
         WITH ORDINALITY AS asked (seller, product, at, position)
       JOIN products p ON p.id = asked.product`,
      [
        asked.map(({ organizationId }) => organizationId),
        asked.map(({ productId }) => productId),
        asked.map(({ at }) => at),
      ],
    );
    const byPosition = new Map(rows.map(({ position, ...tax }) => [position, tax]));
    return asked.map((_, index) => byPosition.get(index + 1));
  },
);
