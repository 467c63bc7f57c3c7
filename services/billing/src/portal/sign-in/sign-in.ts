/** Sign-in to customer pages with a code sent by mail (contracts/billing.md, section 5). */
import { emit, transact } from '@tessera/kit/events/outbox';
import { requestedLanguage } from '@tessera/kit/text/request-language';
import type {
  CustomerSessionAuthenticate,
  CustomerSessionCodeRequest,
  CustomerSessionCodeRequested,
} from '@tessera/proto/api/billing/customer-session';
import { languages } from '@tessera/proto/api/languages';
import { customerCodeRequested } from '@tessera/proto/events/billing';
import type { EntityManager } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import type { Billing } from '../../billing.ts';
import { openCustomerSession } from '../../customer-sessions/sessions.ts';
import { verifyAddress } from '../../customers/address.ts';
import { findCustomerById } from '../../customers/find.ts';
import { type CodePurpose, type CodeRow, findCodeByText, insertCode, tryCode, useCode } from './codes.ts';
import { signInErrors } from './errors.ts';
import { countTry, isRequestedTooOften } from './limits.ts';
import { openRequest, type RequestProof, sealRequest } from './request-token.ts';

/**
 * Requests a code. Unknown addresses get the same response, without a lookup, so that it reveals nothing; so does a
 * network that has requested too many codes for the address. `address`: the client's IP address, or null.
 */
export const requestSignIn = async (
  billing: Billing,
  at: CustomerSessionCodeRequest,
  address: string | null,
): Promise<CustomerSessionCodeRequested> => {
  const isTooOften =
    billing.areMailsLimited &&
    (await isRequestedTooOften(billing.db.manager, billing.now(), { address, at }));
  const codeId = isTooOften
    ? uuidv7()
    : await requestCode(billing, { purpose: 'sign_in', ...at, customerId: null });
  return { requestToken: sealRequest(billing.vault, { how: 'asked', codeId }) };
};

/** Records the request of a code for an address; the mail follows asynchronously. Returns the code's id. */
export const requestCode = (
  billing: Billing,
  wanted: { purpose: CodePurpose; email: string; organizationId: string; customerId: string | null },
): Promise<string> =>
  transact(billing.db, async (em) => {
    const codeId = await insertCode(em, billing.now(), wanted);
    const language = requestedLanguage(languages);
    await emit(em, customerCodeRequested, { codeId, organizationId: wanted.organizationId, language });
    return codeId;
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
  const found = await findByCode(billing, now, body, address);
  const token = found && (await transact(billing.db, (em) => signIn(em, now, found)));
  if (!token) throw signInErrors.CustomerSessionCodeInvalidOrExpired();
  return { token };
};

const findByCode = async (
  billing: Billing,
  now: Date,
  body: CustomerSessionAuthenticate,
  address: string | null,
): Promise<CodeRow | undefined> => {
  const em = billing.db.manager;
  const { code, email, organizationId } = body;
  const at = email !== undefined && organizationId !== undefined ? { email, organizationId } : undefined;
  const proof = body.requestToken === undefined ? null : openRequest(billing.vault, body.requestToken);
  const own = proof && (await findByToken(em, now, { ...proof, code }));
  if (own && (!at || isAt(own, at))) return own;
  // Without the request's token, or with a code from another mail than that of the last request.
  const forgive = await countTry(em, now, { address, at });
  if (!forgive && !proof) throw signInErrors.TooManyTries();
  const row = forgive && (await findCodeByText(em, now, code, at ?? {}));
  if (row) await forgive();
  return row ?? undefined;
};

const findByToken = (
  em: EntityManager,
  now: Date,
  { how, codeId: id, code }: RequestProof & { code: string },
): Promise<CodeRow | undefined> =>
  how === 'mailed' ? findCodeByText(em, now, code, { id }) : tryCode(em, now, { id, code });

const isAt = (row: CodeRow, { email, organizationId }: { email: string; organizationId: string }): boolean =>
  row.organizationId === organizationId && row.email.toLowerCase() === email.toLowerCase();

/** Undefined: the code was used concurrently, or the customer was deleted. */
const signIn = async (em: EntityManager, now: Date, row: CodeRow): Promise<string | undefined> => {
  if (!(await useCode(em, row))) return undefined;
  const customer = row.customerId ? await findCustomerById(em, row.customerId) : null;
  if (customer?.email.toLowerCase() !== row.email.toLowerCase()) return undefined;
  await verifyAddress(em, now, customer.id);
  return openCustomerSession(em, now, { customerId: customer.id });
};
