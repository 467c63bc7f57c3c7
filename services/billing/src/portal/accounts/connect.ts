/** Connects accounts of customers on other platforms, to which their benefits are then given. */
import { kitErrors } from '@tessera/kit/errors';
import { transact } from '@tessera/kit/events/outbox';
import { sha256 } from '@tessera/kit/secrets';
import type { AccountAuthorize, AuthorizeReply, CallbackQuery } from '@tessera/proto/api/billing/integration';
import type { CustomerCaller } from '@tessera/proto/api/passport';
import { getSeller } from '../../access/organizations/service.ts';
import type { Billing } from '../../billing.ts';
import { notOffered } from '../../catalog/integrations/service.ts';
import { type Returned, takeState, writeState } from '../../catalog/integrations/states.ts';
import { portalUrl } from '../../customer-sessions/url.ts';
import { findCustomerById } from '../../customers/find.ts';
import { noteAccessesOf } from '../../entitlements/accesses/entity.ts';
import { storeAccount } from '../../entitlements/accounts/entity.ts';
import { PlatformFailure } from '../../platforms/http.ts';
import type { PlatformName } from '../../platforms/platform.ts';

const typeOn: Record<PlatformName, string> = { discord: 'discord', github: 'github_repository' };

const callbackOf = (publicUrl: string): string =>
  `${publicUrl}/api/billing/v1/customer-portal/oauth-accounts/callback`;

/**
 * Returns the URL to connect an account at. Throws NotPermitted for checkout sessions and platforms not set up.
 * `browser`: the secret of the browser that may return.
 */
export const authorizeCustomer = async (
  { db, now, platforms, publicUrl }: Billing,
  { organizationId, scope }: CustomerCaller,
  { platform, returnTo, browser }: AccountAuthorize & { browser: string },
): Promise<AuthorizeReply> => {
  if (!('customerId' in scope)) throw kitErrors.NotPermitted('This session is limited to its own purchase.');
  const there = platforms[platform];
  if (!there) throw notOffered();
  const { customerId } = scope;
  const { state, challenge } = await writeState(db.manager, now(), {
    platform,
    organizationId,
    customerId,
    userId: null,
    returnTo,
    browser,
  });
  return { url: there.customerUrl({ state, challenge, redirectUri: callbackOf(publicUrl) }) };
};

/** Completes the connection. Returns the URL to redirect the customer to, with `error` if it failed. */
export const returnCustomer = async (
  billing: Billing,
  { state, code, error, browser }: CallbackQuery & { browser: string | null },
): Promise<string> => {
  const departure = await takeState(billing.db.manager, billing.now(), state);
  if (!departure?.customerId) return `${billing.publicUrl}/?error=state_not_found`;
  const isBegunHere = browser !== null && departure.browserHash === sha256(browser);
  const failure = isBegunHere ? await resultOf(billing, departure, { code, error }) : 'connection_failed';
  const seller = await getSeller(billing, departure.organizationId);
  const address = portalUrl(billing.publicUrl, { seller, path: departure.returnTo });
  return failure === null ? address : `${address}?${new URLSearchParams({ error: failure }).toString()}`;
};

const resultOf = (
  billing: Billing,
  departure: Returned,
  { code, error }: Pick<CallbackQuery, 'code' | 'error'>,
): Promise<string | null> | string =>
  !code || error ? (error ?? 'no_code') : connect(billing, departure, code);

/** Stores the account. Returns the error code of a failure, or null. */
const connect = async (
  { db, now, platforms, publicUrl, log }: Billing,
  { platform, customerId, verifier }: Returned,
  code: string,
): Promise<string | null> => {
  const there = platforms[platform];
  if (!there || !customerId) return 'connection_failed';
  try {
    const account = await there.identify({ code, verifier, redirectUri: callbackOf(publicUrl) }, now());
    await transact(db, async (em) => {
      if (!(await findCustomerById(em, customerId))) return;
      await storeAccount(em, now(), { customerId, platform, account, secret: there.secret });
      await noteAccessesOf(em, { customerId, type: typeOn[platform] });
    });
    return null;
  } catch (failure) {
    if (!(failure instanceof PlatformFailure)) throw failure;
    log.info({ err: failure, platform }, 'an account could not be connected');
    return 'connection_failed';
  }
};
