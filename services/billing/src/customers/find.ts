/** Customer queries for other folders. */
import { readByIds } from '@tessera/kit/database/read-by-ids';
import { findRowsByIds } from '@tessera/kit/database/rows';
import { kitErrors } from '@tessera/kit/errors';
import { type EntityManager, In, IsNull } from 'typeorm';
import { CustomerEntity, type CustomerRow } from './entity.ts';

/** Customers by id, including deleted ones, in no particular order. */
export const findCustomersByIds = async (
  em: EntityManager,
  ids: readonly string[],
): Promise<CustomerRow[]> => (ids.length === 0 ? [] : [...(await readCustomers(em, ids)).values()]);

const readCustomers = readByIds(
  async (em, ids) => new Map((await findRowsByIds(em, CustomerEntity, ids)).map((row) => [row.id, row])),
);

/**
 * Those of the customers that are not deleted, locked against deletion until the transaction ends. Lock order:
 * customers before subscriptions, as the deletion of a customer does.
 */
export const lockCustomers = async (em: EntityManager, ids: readonly string[]): Promise<CustomerRow[]> =>
  ids.length === 0
    ? []
    : em.find(CustomerEntity, {
        where: { id: In([...new Set(ids)]), deletedAt: IsNull() },
        order: { id: 'ASC' },
        lock: { mode: 'pessimistic_read' },
      });

/** A customer that is not deleted, locked until the transaction ends. Throws ResourceNotFound. */
export const lockCustomer = async (em: EntityManager, id: string): Promise<CustomerRow> => {
  const customer = await em.findOne(CustomerEntity, { where: { id }, lock: { mode: 'pessimistic_write' } });
  if (!customer || customer.deletedAt) throw kitErrors.ResourceNotFound();
  return customer;
};

/** A customer's row, deleted or not, locked until the transaction ends; null when there is none. */
export const lockCustomerById = (em: EntityManager, id: string): Promise<CustomerRow | null> =>
  em.findOne(CustomerEntity, { where: { id }, lock: { mode: 'pessimistic_write' } });

/** A customer that is not deleted, or null. */
export const findCustomerById = async (em: EntityManager, id: string): Promise<CustomerRow | null> => {
  const [customer] = await findCustomersByIds(em, [id]);
  return customer && !customer.deletedAt ? customer : null;
};

/** As `findCustomerById`, by path parameters. */
export const findCustomer = (em: EntityManager, { id }: { id: string }): Promise<CustomerRow | null> =>
  findCustomerById(em, id);

/** An organization's customer by e-mail address, case-insensitive, or null. */
export const findCustomerByEmail = async (
  em: EntityManager,
  key: { organizationId: string; email: string },
): Promise<CustomerRow | null> =>
  em
    .createQueryBuilder(CustomerEntity, 'customer')
    .where('customer.organizationId = :organizationId AND lower(customer.email) = lower(:email)', key)
    .andWhere('customer.deletedAt IS NULL')
    .getOne();

/** Customers of organizations by external id. */
export const findCustomersByExternalIds = async (
  em: EntityManager,
  { organizations, externalIds }: { organizations: readonly string[]; externalIds: readonly string[] },
): Promise<CustomerRow[]> =>
  em.findBy(CustomerEntity, {
    organizationId: In([...organizations]),
    externalId: In([...externalIds]),
    deletedAt: IsNull(),
  });

/** An organization's customer by external id, or null. */
export const findCustomerByExternalId = async (
  em: EntityManager,
  key: { organizationId: string; externalId: string },
): Promise<CustomerRow | null> =>
  em
    .createQueryBuilder(CustomerEntity, 'customer')
    .where('customer.organizationId = :organizationId AND customer.externalId = :externalId', key)
    .andWhere('customer.deletedAt IS NULL')
    .getOne();
