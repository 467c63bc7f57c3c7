/** Rows of the places where sellers collect tax. */
import { column } from '@tessera/kit/database';
import { sql } from '@tessera/kit/sql';
import type { TaxBehavior, TaxScheme } from '@tessera/proto/api/billing/tax';
import { type EntityManager, EntitySchema } from 'typeorm';
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

/** What the tax of a product depends on beside its customer: one statement, on the path of each checkout. */
export const findSellerTax = async (
  em: EntityManager,
  { organizationId, productId, at }: { organizationId: string; productId: string; at: Date },
): Promise<{ registrations: Registration[]; isTaxable: boolean; behavior: TaxBehavior }> => {
  const [found] = await sql<{ registrations: Registration[]; isTaxable: boolean; behavior: TaxBehavior }>(
    em,
    `SELECT p.is_tax_applicable AS "isTaxable", p.tax_behavior AS behavior,
       coalesce((SELECT jsonb_agg(jsonb_build_object('country', r.country, 'state', r.state, 'scheme', r.scheme))
         FROM tax_registrations r
         WHERE r.organization_id = $1 AND r.valid_from <= $3 AND (r.valid_until IS NULL OR r.valid_until > $3)),
         '[]') AS registrations
     FROM products p WHERE p.id = $2`,
    [organizationId, productId, at],
  );
  if (!found) throw new Error(`product ${productId} is gone`);
  return found;
};
