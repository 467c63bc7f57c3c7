/** Grants as customers see them. */
import { kitErrors, refuseField } from '@tessera/kit/errors';
import type { RowStep } from '@tessera/kit/http/endpoint';
import { customerOf } from '@tessera/kit/http/passport';
import type {
  CustomerBenefitGrant,
  CustomerBenefitGrantListQuery,
  CustomerBenefitGrantUpdate,
} from '@tessera/proto/api/billing/customer-grant';
import { pageReply } from '@tessera/proto/api/page';
import type { CustomerCaller } from '@tessera/proto/api/passport';
import { getSeller } from '../../access/organizations/service.ts';
import { viewSeller } from '../../access/organizations/view.ts';
import type { Billing } from '../../billing.ts';
import { findBenefitsByIds } from '../../catalog/benefits/find.ts';
import { asBuyer, findBuyer } from '../../customer-sessions/buyer.ts';
import { findCustomersByIds } from '../../customers/find.ts';
import { findAccounts } from '../../entitlements/accounts/entity.ts';
import type { GrantRow } from '../../entitlements/grants/entity.ts';
import { viewOwnCustomer } from '../profile/view.ts';
import { chooseAccount } from './accounts.ts';
import { findOwnGrant, findOwnGrants } from './find.ts';
import { viewSubscribedBenefit } from './view.ts';

/** Endpoint step that finds a grant of the session's customer. Throws Unauthorized, ResourceNotFound. */
export const ownGrant =
  ({ db }: Pick<Billing, 'db'>): RowStep<{ id: string }, GrantRow> =>
  async ({ params: { id }, caller }) => {
    const row = await findOwnGrant(db.manager, customerOf(caller), id);
    if (!row) throw kitErrors.ResourceNotFound();
    return row;
  };

/** Returns a page of the customer's grants, including pending ones. */
export const listOwnGrants = async (
  billing: Billing,
  caller: CustomerCaller,
  query: CustomerBenefitGrantListQuery,
) => {
  const [rows, total] = await findOwnGrants(billing.db.manager, caller, query);
  return pageReply(await viewGrants(billing, caller, rows), total, query);
};

/** Returns a grant with its benefit. */
export const getOwnGrant = async (
  billing: Billing,
  row: GrantRow,
  caller: CustomerCaller,
): Promise<CustomerBenefitGrant> => {
  const [grant] = await viewGrants(billing, caller, [row]);
  if (!grant) throw kitErrors.ResourceNotFound();
  return grant;
};

/** Chooses the account of a grant; benefits without accounts stay unchanged. */
export const updateOwnGrant = async (
  billing: Billing,
  row: GrantRow,
  body: CustomerBenefitGrantUpdate,
  caller: CustomerCaller,
): Promise<CustomerBenefitGrant> => {
  const [benefit] = await findBenefitsByIds(billing.db.manager, [row.benefitId]);
  if (benefit?.type !== body.benefitType)
    throw refuseField(['body', 'benefit_type'], 'Benefit type must match the existing granted benefit type.');
  if ('properties' in body) return getOwnGrant(billing, await chooseAccount(billing, row, body), caller);
  return getOwnGrant(billing, row, caller);
};

const viewGrants = async (
  billing: Billing,
  { organizationId, scope }: CustomerCaller,
  rows: GrantRow[],
): Promise<CustomerBenefitGrant[]> => {
  if (rows.length === 0) return [];
  const em = billing.db.manager;
  const organization = viewSeller(await getSeller(billing, organizationId));
  const benefits = await findBenefitsByIds(
    em,
    rows.map(({ benefitId }) => benefitId),
  );
  const customers = await findCustomersByIds(
    em,
    rows.map(({ customerId }) => customerId),
  );
  const gitHubUrl = billing.platforms.github?.webUrl ?? 'https://github.com';
  const buyer = await findBuyer(em, scope);
  // External accounts are only connected and shown in sessions of authenticated customers.
  const isOwner = 'customerId' in scope;
  const owners = isOwner ? customers.map(({ id }) => id) : [];
  const accounts = await findAccounts(em, owners);
  return rows.flatMap((row) => {
    const benefit = benefits.find(({ id }) => id === row.benefitId);
    const customer = customers.find(({ id }) => id === row.customerId);
    if (!benefit || !customer) return [];
    return [
      {
        ...row,
        properties: isOwner ? row.properties : withoutAccount(row.properties),
        isGranted: row.grantedAt !== null,
        isRevoked: row.revokedAt !== null,
        customer: viewOwnCustomer(
          asBuyer(customer, buyer),
          accounts.filter(({ customerId }) => customerId === customer.id),
        ),
        benefit: viewSubscribedBenefit(benefit, { organization, gitHubUrl }),
      },
    ];
  });
};

const withoutAccount = (properties: GrantRow['properties']): GrantRow['properties'] => {
  if (!('accountId' in properties)) return properties;
  const { accountId: _accountId, ...others } = properties;
  return others;
};
