/** Signing in to customers' pages by a code that came by mail (contracts/billing.md, section 5). */
import { networkOf } from '@tessera/kit/network';
import { emit, transact } from '@tessera/kit/outbox';
import { requestedLanguage } from '@tessera/kit/request-language';
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

/** Asks for a code. The same is done for an address that is nobody's: nothing is looked up before the answer. */
export const requestSignIn = async (
  billing: Billing,
  { email, organizationId }: CustomerSessionCodeRequest,
): Promise<null> => {
  await requestCode(billing, { purpose: 'sign_in', email, organizationId, customerId: null });
  return null;
};

/** Notes that a code is wanted at an address; the mail with it follows. */
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
 * Opens a session for whoever has the code, and notes that their address is theirs. Throws
 * CustomerSessionCodeInvalidOrExpired, TooManyTries. `address`: of whoever asks, or null.
 */
export const authenticate = async (
  billing: Billing,
  body: CustomerSessionAuthenticate,
  address: string | null,
): Promise<{ token: string }> => {
  const now = billing.now();
  // Not in the transaction that a wrong code rolls back: each try counts.
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

/** Undefined: somebody else was quicker, or the customer is gone. */
const signIn = async (em: EntityManager, now: Date, row: CodeRow): Promise<string | undefined> => {
  if (!(await useCode(em, row))) return undefined;
  const customer = row.customerId ? await findCustomerById(em, row.customerId) : null;
  if (customer?.email.toLowerCase() !== row.email.toLowerCase()) return undefined;
  await verifyAddress(em, now, customer.id);
  return openCustomerSession(em, now, { customerId: customer.id });
};
