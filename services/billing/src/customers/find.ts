/** Customers for other slices. */

import { kitErrors } from '@tessera/kit/errors';
import { readByIds } from '@tessera/kit/read-by-ids';
import { findRowsByIds } from '@tessera/kit/rows';
import { type EntityManager, In, IsNull } from 'typeorm';
import { CustomerEntity, type CustomerRow } from './entity.ts';

/** Customers by id, deleted ones included, in no order. */
export const findCustomersByIds = async (
  em: EntityManager,
  ids: readonly string[],
): Promise<CustomerRow[]> => (ids.length === 0 ? [] : [...(await readCustomers(em, ids)).values()]);

const readCustomers = readByIds(
  async (em, ids) => new Map((await findRowsByIds(em, CustomerEntity, ids)).map((row) => [row.id, row])),
);

/**
 * Those of these customers who are not deleted, kept from being deleted until the transaction ends. Take this lock
 * before any subscription's: a customer's deletion does so too.
 */
export const lockCustomers = async (em: EntityManager, ids: readonly string[]): Promise<CustomerRow[]> =>
  ids.length === 0
    ? []
    : em.find(CustomerEntity, {
        where: { id: In([...new Set(ids)]), deletedAt: IsNull() },
        order: { id: 'ASC' },
        lock: { mode: 'pessimistic_read' },
      });

/** A customer who was not deleted, locked until the transaction ends. Throws ResourceNotFound. */
export const lockCustomer = async (em: EntityManager, id: string): Promise<CustomerRow> => {
  const customer = await em.findOne(CustomerEntity, { where: { id }, lock: { mode: 'pessimistic_write' } });
  if (!customer || customer.deletedAt) throw kitErrors.ResourceNotFound();
  return customer;
};

/** Keeps a customer's row until the transaction ends, be they deleted or not: what others do with it waits. */
export const lockCustomerById = (em: EntityManager, id: string): Promise<CustomerRow | null> =>
  em.findOne(CustomerEntity, { where: { id }, lock: { mode: 'pessimistic_write' } });

/** A customer who was not deleted, or null. */
export const findCustomerById = async (em: EntityManager, id: string): Promise<CustomerRow | null> => {
  const [customer] = await findCustomersByIds(em, [id]);
  return customer && !customer.deletedAt ? customer : null;
};

/** The same by what a path names. */
export const findCustomer = (em: EntityManager, { id }: { id: string }): Promise<CustomerRow | null> =>
  findCustomerById(em, id);

/** The customer of an organization by their address, whatever its case, or null. */
export const findCustomerByEmail = async (
  em: EntityManager,
  key: { organizationId: string; email: string },
): Promise<CustomerRow | null> =>
  em
    .createQueryBuilder(CustomerEntity, 'customer')
    .where('customer.organizationId = :organizationId AND lower(customer.email) = lower(:email)', key)
    .andWhere('customer.deletedAt IS NULL')
    .getOne();

/** Those customers of organizations who are called so by the seller. */
export const findCustomersByExternalIds = async (
  em: EntityManager,
  { organizations, externalIds }: { organizations: readonly string[]; externalIds: readonly string[] },
): Promise<CustomerRow[]> =>
  em.findBy(CustomerEntity, {
    organizationId: In([...organizations]),
    externalId: In([...externalIds]),
    deletedAt: IsNull(),
  });

/** The customer of an organization by the seller's own id, or null. */
export const findCustomerByExternalId = async (
  em: EntityManager,
  key: { organizationId: string; externalId: string },
): Promise<CustomerRow | null> =>
  em
    .createQueryBuilder(CustomerEntity, 'customer')
    .where('customer.organizationId = :organizationId AND customer.externalId = :externalId', key)
    .andWhere('customer.deletedAt IS NULL')
    .getOne();
