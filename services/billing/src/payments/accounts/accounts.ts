/** The Stripe accounts that take payments: sellers' connected accounts, and the operator's account for all others. */
import type { Vault } from '@tessera/kit/secrets';
import type { EntityManager } from 'typeorm';
import type { ChosenPlace, PaymentPlace } from '../place.ts';
import { findConnected, findUsable, listUsable, type PaymentAccountRow } from './entity.ts';

/** An account with its decrypted keys. `id` and `organizationId` null: the operator's account. Never to be logged. */
export type OpenAccount = {
  id: string | null;
  organizationId: string | null;
  account: string;
  publishableKey: string;
  secretKey: string;
  webhookSecret: string;
  isTestMode: boolean;
};

/** The operator's account, used for organizations without a connected one. */
export type OperatorAccount = OpenAccount & { id: null; organizationId: null };

export type Accounts = {
  /**
   * Returns the Stripe places where organizations' payments go, by organization; those without an account are left
   * out.
   */
  findChosen: (em: EntityManager, organizationIds: readonly string[]) => Promise<Map<string, ChosenPlace>>;
  /** Returns the account of a place, or null if it is not connected. */
  find: (em: EntityManager, place: PaymentPlace) => Promise<OpenAccount | null>;
  /** Returns the accounts that may have sent an event: the operator's, and those of the organization if passed. */
  findTellers: (em: EntityManager, organizationId: string | null) => Promise<OpenAccount[]>;
};

export const createAccounts = (vault: Vault, operator: OperatorAccount | null): Accounts => {
  const open = (row: PaymentAccountRow): OpenAccount => ({
    id: row.id,
    organizationId: row.organizationId,
    account: row.account,
    publishableKey: row.publishableKey,
    secretKey: vault.decrypt(row.secretKey),
    webhookSecret: vault.decrypt(row.webhookSecret),
    isTestMode: row.isTestMode,
  });
  return {
    findChosen: async (em, organizationIds) => {
      const rows = await findConnected(em, organizationIds);
      return new Map(
        organizationIds.flatMap((id) => {
          const account = rows.find(({ organizationId }) => organizationId === id) ?? operator;
          return account ? [[id, chosen(id, account)] as const] : [];
        }),
      );
    },
    find: async (em, { organizationId, account }) => {
      if (account === null) return null;
      const row = await findUsable(em, { organizationId, account });
      if (row) return open(row);
      return operator?.account === account ? operator : null;
    },
    findTellers: async (em, organizationId) => {
      const rows = organizationId === null ? [] : await listUsable(em, organizationId);
      return [...rows.map(open), ...(operator ? [operator] : [])];
    },
  };
};

type Chosen = Pick<PaymentAccountRow, 'account' | 'publishableKey' | 'isTestMode'>;

const chosen = (organizationId: string, { account, publishableKey, isTestMode }: Chosen): ChosenPlace => ({
  organizationId,
  processor: 'stripe',
  account,
  publicFacts: {
    processor: 'stripe',
    publishable_key: publishableKey,
    ...(isTestMode && { is_test_mode: 'true' }),
  },
});
