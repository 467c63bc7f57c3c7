/** Lists of license keys, for sellers and for customers. */
import { readableOrganizations } from '@tessera/kit/access/rules';
import { sql } from '@tessera/kit/database/sql';
import {
  type CustomerLicenseKeyListQuery,
  type LicenseKeyExportQuery,
  type LicenseKeyListQuery,
  LicenseKeyStatus,
} from '@tessera/proto/api/billing/license-key';
import { pageReply } from '@tessera/proto/api/page';
import type { Caller, CustomerCaller } from '@tessera/proto/api/passport';
import { type EntityManager, In } from 'typeorm';
import type { Billing } from '../../billing.ts';
import { isAbout, isOneOf } from '../../lists/conditions.ts';
import { createStatement, customerAsShown, type Filter, type List } from '../../lists/list.ts';
import { findPage } from '../../lists/page.ts';
import { isGrantWithin } from '../within.ts';
import { LicenseKeyEntity, type LicenseKeyRow } from './entity.ts';
import { viewerOf, viewLicenseKeys } from './view.ts';

export const licenseKeyList: List<LicenseKeyRow> = {
  entity: LicenseKeyEntity,
  table: 'license_keys',
  time: 'created_at',
  sorts: {
    created_at: 'r.created_at',
    expires_at: 'r.expires_at',
    last_validated_at: 'r.last_validated_at',
    customer: customerAsShown,
  },
  facet: 'r.status',
  facets: LicenseKeyStatus.options,
  owner: { column: 'benefit_id', table: 'benefits' },
};

/** The filter of a caller's query. */
export const filterLicenseKeys = async (
  billing: Billing,
  caller: Caller,
  query: LicenseKeyExportQuery,
): Promise<Filter> => {
  const organizations = await readableOrganizations(billing, caller, query.organizationId);
  return {
    organizations,
    products: query.benefitId,
    facets: query.status,
    conditions: [
      ...isOneOf('r.customer_id', query.customerId),
      ...isAbout({
        table: 'license_keys',
        text: query.query,
        organizations,
        own: ['r.key'],
        isOfProduct: false,
      }),
    ],
  };
};

/** Returns a page of the keys of the caller's organizations. */
export const listLicenseKeys = async (billing: Billing, caller: Caller, query: LicenseKeyListQuery) => {
  const em = billing.db.manager;
  const filter = await filterLicenseKeys(billing, caller, query);
  const [rows, total] = await findPage(em, licenseKeyList, { filter, paging: query });
  return pageReply(await viewLicenseKeys(em, rows), total, query);
};

/** Returns a page of the keys within a customer's session, oldest first. */
export const listOwnLicenseKeys = async (
  { db }: Pick<Billing, 'db'>,
  { scope }: CustomerCaller,
  query: CustomerLicenseKeyListQuery,
) => {
  const { values, bind } = createStatement();
  const where = [
    isGrantWithin(bind, scope),
    ...[
      ...isOneOf('k.organization_id', query.organizationId),
      ...isOneOf('k.benefit_id', query.benefitId),
    ].map((condition) => condition(bind)),
  ].join(' AND ');
  const from = `FROM license_keys k JOIN benefit_grants g ON g.id = k.grant_id WHERE ${where}`;
  const [counted] = await sql<{ total: number }>(db, `SELECT count(*)::int AS total ${from}`, [...values]);
  const found = await sql<{ id: string }>(
    db,
    `SELECT k.id ${from} ORDER BY k.created_at, k.id
     LIMIT ${bind(query.limit)} OFFSET ${bind((query.page - 1) * query.limit)}`,
    values,
  );
  const rows = await db.manager.findBy(LicenseKeyEntity, { id: In(found.map(({ id }) => id)) });
  const ordered = found.flatMap(({ id }) => rows.find((row) => row.id === id) ?? []);
  return pageReply(await viewLicenseKeys(db.manager, ordered, viewerOf(scope)), counted?.total ?? 0, query);
};

/** Returns a key within a customer's session, or null. */
export const findOwnLicenseKey = async (
  em: EntityManager,
  scope: CustomerCaller['scope'],
  id: string,
): Promise<LicenseKeyRow | null> => {
  const { values, bind } = createStatement();
  const found = await sql(
    em,
    `SELECT 1 FROM license_keys k JOIN benefit_grants g ON g.id = k.grant_id
     WHERE k.id = ${bind(id)} AND ${isGrantWithin(bind, scope)}`,
    values,
  );
  return found.length > 0 ? em.findOneBy(LicenseKeyEntity, { id }) : null;
};
