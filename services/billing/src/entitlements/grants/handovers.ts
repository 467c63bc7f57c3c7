/** Grants with their customers and benefits, and the properties that they hand over. */
import { isDeepStrictEqual } from 'node:util';
import type { BenefitGrantProperties } from '@tessera/proto/api/billing/grant-properties';
import type { EntityManager } from 'typeorm';
import type { BenefitRow } from '../../catalog/benefits/entity.ts';
import { findBenefitsByIds } from '../../catalog/benefits/find.ts';
import type { CustomerRow } from '../../customers/entity.ts';
import { findCustomersByIds } from '../../customers/find.ts';
import type { GrantRow } from './entity.ts';

/** A grant with its customer and benefit. */
export type Handover = { row: GrantRow; customer: CustomerRow; benefit: BenefitRow };

/** Returns grants with their customers and benefits, deleted ones included. */
export const findHandovers = async (em: EntityManager, rows: readonly GrantRow[]): Promise<Handover[]> => {
  const benefits = byId(
    await findBenefitsByIds(
      em,
      rows.map(({ benefitId }) => benefitId),
    ),
  );
  const customers = byId(
    await findCustomersByIds(
      em,
      rows.map(({ customerId }) => customerId),
    ),
  );
  return rows.map((row) => {
    const benefit = benefits.get(row.benefitId);
    const customer = customers.get(row.customerId);
    if (!benefit || !customer) throw new Error(`grant ${row.id} has lost its benefit or customer`);
    return { row, benefit, customer };
  });
};

const byId = <Row extends { id: string }>(rows: Row[]): Map<string, Row> =>
  new Map(rows.map((row) => [row.id, row]));

/** Writes the properties of grants where they changed, in one statement. */
export const writeProperties = async (
  em: EntityManager,
  handovers: readonly Handover[],
  given: ReadonlyMap<string, BenefitGrantProperties>,
): Promise<void> => {
  const changed = handovers.filter(({ row }) => !isDeepStrictEqual(given.get(row.id), row.properties));
  if (changed.length === 0) return;
  await em.query(
    `UPDATE benefit_grants SET properties = given.properties::jsonb
     FROM unnest($1::uuid[], $2::text[]) AS given (id, properties) WHERE benefit_grants.id = given.id`,
    [changed.map(({ row }) => row.id), changed.map(({ row }) => JSON.stringify(given.get(row.id)))],
  );
};
