/** Changes a customer's e-mail address after verifying it. */
import { kitErrors } from '@tessera/kit/errors';
import { emit, transact } from '@tessera/kit/events/outbox';
import { requestedLanguage } from '@tessera/kit/text/request-language';
import type { CustomerPortalCustomer } from '@tessera/proto/api/billing/customer-portal';
import { languages } from '@tessera/proto/api/languages';
import type { CustomerCaller } from '@tessera/proto/api/passport';
import { customerEmailChanged } from '@tessera/proto/events/billing';
import { getSeller } from '../../access/organizations/service.ts';
import { viewSeller } from '../../access/organizations/view.ts';
import type { Billing } from '../../billing.ts';
import { customerIdOf } from '../../customer-sessions/own.ts';
import { endOtherSessions } from '../../customer-sessions/sessions.ts';
import { verifyAddress } from '../../customers/address.ts';
import { lockCustomer } from '../../customers/find.ts';
import { findAccounts } from '../../entitlements/accounts/entity.ts';
import { tryCode, useCode } from '../sign-in/codes.ts';
import { signInErrors } from '../sign-in/errors.ts';
import { requestCode } from '../sign-in/sign-in.ts';
import { viewOwnCustomer } from './view.ts';

/** Throws NotPermitted if the seller does not allow changes of addresses. */
export const requireEmailChange = async (
  billing: Billing,
  { organizationId }: CustomerCaller,
): Promise<void> => {
  const { customerPortalSettings } = viewSeller(await getSeller(billing, organizationId));
  if (!customerPortalSettings.customer.allowEmailChange)
    throw kitErrors.NotPermitted('Changing the e-mail address is not allowed.');
};

/** Sends a code to the new address. Throws NotPermitted if the seller does not allow changes of addresses. */
export const requestEmailUpdate = async (
  billing: Billing,
  caller: CustomerCaller,
  { email }: { email: string },
): Promise<null> => {
  const customerId = customerIdOf(caller);
  await requireEmailChange(billing, caller);
  await requestCode(billing, {
    purpose: 'email',
    email,
    organizationId: caller.organizationId,
    customerId,
  });
  return null;
};

/**
 * Sets the verified address, and ends the customer's other sessions. Throws CustomerSessionCodeInvalidOrExpired, and a
 * validation error if it is in use.
 */
export const verifyEmailUpdate = async (
  billing: Billing,
  caller: CustomerCaller,
  { code }: { code: string },
): Promise<CustomerPortalCustomer> => {
  const customerId = customerIdOf(caller);
  const now = billing.now();
  const row = await tryCode(billing.db.manager, now, { changing: customerId, code });
  if (!row) throw signInErrors.CustomerSessionCodeInvalidOrExpired();
  return transact(billing.db, async (em) => {
    if (!(await useCode(em, row))) throw signInErrors.CustomerSessionCodeInvalidOrExpired();
    const { email: formerEmail } = await lockCustomer(em, customerId);
    const customer = await verifyAddress(em, now, customerId, row.email);
    if (customer.email !== formerEmail)
      await emit(em, customerEmailChanged, {
        ...{ customerId, organizationId: customer.organizationId, formerEmail },
        language: requestedLanguage(languages),
      });
    // Also those of links in mails to the former address: whoever reads those mails is not the customer any more.
    await endOtherSessions(em, { customerId, keptId: caller.sessionId });
    return viewOwnCustomer(customer, await findAccounts(em, [customerId]));
  });
};
