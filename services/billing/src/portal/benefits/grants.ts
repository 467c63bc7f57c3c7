/** What customers have been granted, as they see it. */
import type { RowStep } from '@tessera/kit/endpoint';
import { kitErrors, refuseField } from '@tessera/kit/errors';
import { customerOf } from '@tessera/kit/passport';
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
import { findCustomersByIds } from '../../customers/find.ts';
import { findAccounts } from '../../entitlements/accounts/entity.ts';
import type { GrantRow } from '../../entitlements/grants/entity.ts';
import { viewOwnCustomer } from '../profile/view.ts';
import { chooseAccount } from './accounts.ts';
import { findOwnGrant, findOwnGrants } from './find.ts';
import { viewSubscribedBenefit } from './view.ts';

/** The step of an endpoint that finds a grant for the customer who has it. Throws Unauthorized, ResourceNotFound. */
export const ownGrant =
  ({ db }: Pick<Billing, 'db'>): RowStep<{ id: string }, GrantRow> =>
  async ({ params: { id }, caller }) => {
    const row = await findOwnGrant(db.manager, customerOf(caller), id);
    if (!row) throw kitErrors.ResourceNotFound();
    return row;
  };

/** A page of what the customer has been granted, or still waits for. */
export const listOwnGrants = async (
  billing: Billing,
  caller: CustomerCaller,
  query: CustomerBenefitGrantListQuery,
) => {
  const [rows, total] = await findOwnGrants(billing.db.manager, caller, query);
  return pageReply(await viewGrants(billing, caller.organizationId, rows), total, query);
};

/** A grant with its benefit. */
export const getOwnGrant = async (billing: Billing, row: GrantRow): Promise<CustomerBenefitGrant> => {
  const [grant] = await viewGrants(billing, row.organizationId, [row]);
  if (!grant) throw kitErrors.ResourceNotFound();
  return grant;
};

/** Chooses the account that a grant is for; kinds without accounts stay as they are. */
export const updateOwnGrant = async (
  billing: Billing,
  row: GrantRow,
  body: CustomerBenefitGrantUpdate,
): Promise<CustomerBenefitGrant> => {
  const [benefit] = await findBenefitsByIds(billing.db.manager, [row.benefitId]);
  if (benefit?.type !== body.benefitType)
    throw refuseField(['body', 'benefit_type'], 'Benefit type must match the existing granted benefit type.');
  if ('properties' in body) return getOwnGrant(billing, await chooseAccount(billing, row, body));
  return getOwnGrant(billing, row);
};

const viewGrants = async (
  billing: Billing,
  organizationId: string,
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
  const accounts = await findAccounts(
    em,
    customers.map(({ id }) => id),
  );
  return rows.flatMap((row) => {
    const benefit = benefits.find(({ id }) => id === row.benefitId);
    const customer = customers.find(({ id }) => id === row.customerId);
    if (!benefit || !customer) return [];
    return [
      {
        ...row,
        isGranted: row.grantedAt !== null,
        isRevoked: row.revokedAt !== null,
        customer: viewOwnCustomer(
          customer,
          accounts.filter(({ customerId }) => customerId === customer.id),
        ),
        benefit: viewSubscribedBenefit(benefit, organization),
      },
    ];
  });
};
