/** Sign-in to customer pages with a code sent by mail (contracts/billing.md, section 5). */
import { emit, transact } from '@tessera/kit/events/outbox';
import { networkOf } from '@tessera/kit/http/network';
import { requestedLanguage } from '@tessera/kit/text/request-language';
import type {
  CustomerSessionAuthenticate,
  CustomerSessionCodeRequest,
} from '@tessera/proto/api/billing/customer-session';
import { languages } from '@tessera/proto/api/languages';
import { customerCodeRequested } from '@tessera/proto/events/billing';
import type { EntityManager } from 'typeorm';
import type { Billing } from '../../billing.ts';
import { verifyAddress } from '../../customers/address.ts';
import { findCustomerById } from '../../customers/find.ts';
import { openCustomerSession } from '../sessions.ts';
import {
  type CodePurpose,
  type CodeRow,
  countTry,
  findCodeByText,
  forgiveTry,
  insertCode,
  maxTries,
  tryCode,
  useCode,
} from './codes.ts';
import { signInErrors } from './errors.ts';

/** Requests a code. Unknown addresses get the same response, without a lookup, so that it reveals nothing. */
export const requestSignIn = async (
  billing: Billing,
  { email, organizationId }: CustomerSessionCodeRequest,
): Promise<null> => {
  await requestCode(billing, { purpose: 'sign_in', email, organizationId, customerId: null });
  return null;
};

/** Records the request of a code for an address; the mail follows asynchronously. */
export const requestCode = (
  billing: Billing,
  wanted: { purpose: CodePurpose; email: string; organizationId: string; customerId: string | null },
): Promise<void> =>
  transact(billing.db, async (em) => {
    const codeId = await insertCode(em, billing.now(), wanted);
    const language = requestedLanguage(languages);
    await emit(em, customerCodeRequested, { codeId, organizationId: wanted.organizationId, language });
  });

/**
 * Opens a session for a valid code, and marks the address as verified. Throws CustomerSessionCodeInvalidOrExpired,
 * TooManyTries. `address`: the client's IP address, or null.
 */
export const authenticate = async (
  billing: Billing,
  body: CustomerSessionAuthenticate,
  address: string | null,
): Promise<{ token: string }> => {
  const now = billing.now();
  // Outside of the transaction that a wrong code rolls back, so that each try counts.
  const found = await findByCode(billing.db.manager, now, body, address);
  const token = found && (await transact(billing.db, (em) => signIn(em, now, found)));
  if (!token) throw signInErrors.CustomerSessionCodeInvalidOrExpired();
  return { token };
};

const findByCode = async (
  em: EntityManager,
  now: Date,
  { code, email, organizationId }: CustomerSessionAuthenticate,
  address: string | null,
): Promise<CodeRow | undefined> => {
  if (email !== undefined && organizationId !== undefined)
    return tryCode(em, now, { purpose: 'sign_in', email, organizationId, code });
  const network = networkOf(address ?? '');
  if ((await countTry(em, now, network)) > maxTries) throw signInErrors.TooManyTries();
  const row = await findCodeByText(em, now, code);
  if (row) await forgiveTry(em, now, network);
  return row;
};

/** Undefined: the code was used concurrently, or the customer was deleted. */
const signIn = async (em: EntityManager, now: Date, row: CodeRow): Promise<string | undefined> => {
  if (!(await useCode(em, row))) return undefined;
  const customer = row.customerId ? await findCustomerById(em, row.customerId) : null;
  if (customer?.email.toLowerCase() !== row.email.toLowerCase()) return undefined;
  await verifyAddress(em, now, customer.id);
  return openCustomerSession(em, now, { customerId: customer.id });
};
