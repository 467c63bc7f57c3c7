/** Connects a seller's own Stripe account, changes its keys, and disconnects it. */
import { organizationOfCreate, readableOrganizations } from '@tessera/kit/access/rules';
import { kitErrors, refuseField } from '@tessera/kit/errors';
import {
  isTestKey,
  type PaymentAccount,
  type PaymentAccountCreate,
  type PaymentAccountListQuery,
  type PaymentAccountUpdate,
} from '@tessera/proto/api/billing/payment-account';
import { pageReply } from '@tessera/proto/api/page';
import type { Caller } from '@tessera/proto/api/passport';
import { QueryFailedError } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import type { Billing } from '../billing.ts';
import {
  deleteUnusedKeys,
  findConnected,
  PaymentAccountEntity,
  type PaymentAccountRow,
} from '../payments/accounts/entity.ts';
import { checkKey } from '../payments/stripe/check.ts';
import { accountErrors } from './errors.ts';
import { viewAccount } from './view.ts';

/** Connects an account, which receives the next payments. Throws 422 for invalid keys, PaymentAccountExists. */
export const connectAccount = async (
  billing: Billing,
  caller: Caller,
  { organizationId: named, ...keys }: PaymentAccountCreate,
): Promise<PaymentAccount> => {
  requirePerson(caller);
  const organizationId = await organizationOfCreate(billing, caller, named);
  const known = await findConnected(billing.db.manager, [organizationId]);
  if (known.length > 0) throw accountErrors.PaymentAccountExists();
  const checked = await check(billing, keys);
  const row: PaymentAccountRow = {
    id: uuidv7(),
    createdAt: billing.now(),
    modifiedAt: null,
    organizationId,
    ...checked,
    ...seal(billing, keys),
    isTestMode: isTestKey(keys.secretKey),
    lastEventAt: null,
    disconnectedAt: null,
  };
  await billing.db.manager.insert(PaymentAccountEntity, row).catch((error: unknown) => {
    // A concurrent request connected an account first.
    if (error instanceof QueryFailedError && /payment_accounts_connected/.test(error.message))
      throw accountErrors.PaymentAccountExists();
    throw error;
  });
  billing.log.info(
    { organizationId, account: row.account, isTestMode: row.isTestMode },
    'payment account connected',
  );
  return viewAccount(billing, row);
};

/** Only a person may decide where money goes: access tokens may not, whoever they act for. */
export const requirePerson = (caller: Caller): void => {
  if (caller.kind !== 'user') throw kitErrors.NotPermitted();
};

type Keys = Pick<PaymentAccountCreate, 'secretKey' | 'publishableKey' | 'webhookSecret'>;

const seal = ({ vault }: Billing, { secretKey, publishableKey, webhookSecret }: Keys) => ({
  publishableKey,
  secretKey: vault.encrypt(secretKey),
  webhookSecret: vault.encrypt(webhookSecret),
});

/** Checks the keys at Stripe. Throws 422 naming the invalid one, PaymentProcessorUnavailable. */
const check = async ({ stripe, log }: Billing, { secretKey, publishableKey }: Keys) => {
  if (isTestKey(secretKey) !== isTestKey(publishableKey))
    throw refuseField(['body', 'publishable_key'], 'One key is a test key and the other is a live key.');
  const checked = await checkKey(stripe, secretKey).catch((error: unknown) => {
    log.warn({ err: error }, 'keys of a payment account could not be checked');
    throw accountErrors.PaymentProcessorUnavailable();
  });
  if (checked.lacks === null) {
    const { account, name, country } = checked;
    return { account, name, country };
  }
  const why =
    checked.lacks === 'everything'
      ? 'Stripe does not recognize this key.'
      : `The key lacks access to: ${checked.lacks}.`;
  throw refuseField(['body', 'secret_key'], why);
};

/** Changes the keys of an account. Throws 422 for invalid keys and for those of another account. */
export const changeKeys = async (
  billing: Billing,
  caller: Caller,
  { row, keys }: { row: PaymentAccountRow; keys: PaymentAccountUpdate },
): Promise<PaymentAccount> => {
  requirePerson(caller);
  const { vault } = billing;
  const present: Keys = {
    secretKey: keys.secretKey ?? vault.decrypt(row.secretKey),
    publishableKey: keys.publishableKey ?? row.publishableKey,
    webhookSecret: keys.webhookSecret ?? vault.decrypt(row.webhookSecret),
  };
  const checked = await check(billing, present);
  if (checked.account !== row.account)
    throw refuseField(
      ['body', 'secret_key'],
      'The key belongs to another account. Disconnect the current one first.',
    );
  const changes = {
    ...checked,
    ...seal(billing, present),
    isTestMode: isTestKey(present.secretKey),
    modifiedAt: billing.now(),
  };
  await billing.db.manager.update(PaymentAccountEntity, { id: row.id }, changes);
  return viewAccount(billing, { ...row, ...changes });
};

/**
 * Disconnects an account, which gets no further payments. Its keys are deleted immediately, or once none of its
 * payments and refunds is pending.
 */
export const disconnectAccount = async (
  billing: Billing,
  caller: Caller,
  row: PaymentAccountRow,
): Promise<void> => {
  requirePerson(caller);
  const now = billing.now();
  await billing.db.manager.update(
    PaymentAccountEntity,
    { id: row.id },
    { disconnectedAt: now, modifiedAt: now },
  );
  await deleteUnusedKeys(billing.db.manager);
  billing.log.info(
    { organizationId: row.organizationId, account: row.account },
    'payment account disconnected',
  );
};

/** Returns the accounts of the caller's organizations, at most one each. */
export const listAccounts = async (billing: Billing, caller: Caller, query: PaymentAccountListQuery) => {
  const organizations = await readableOrganizations(billing, caller, query.organizationId);
  const [rows, total] = await findPageOf(billing, organizations, query);
  return pageReply<PaymentAccount>(
    rows.map((row) => viewAccount(billing, row)),
    total,
    query,
  );
};

const findPageOf = async (
  { db }: Billing,
  organizations: string[],
  { page, limit }: PaymentAccountListQuery,
): Promise<[PaymentAccountRow[], number]> => {
  const rows = await findConnected(db.manager, organizations);
  const sorted = rows.toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
  return [sorted.slice((page - 1) * limit, page * limit), rows.length];
};
