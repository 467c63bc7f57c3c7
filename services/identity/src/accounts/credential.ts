/** The account that signs in with a password (contracts/auth.md, section 18: `credential`). */
import type { EntityManager } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { AccountEntity, credentialProvider } from './entity.ts';

type Setting = { userId: string; password: string; now: Date };

/** Adds the account of a user who has none. */
export const insertCredential = async (em: EntityManager, setting: Setting): Promise<void> => {
  await em.insert(AccountEntity, {
    id: uuidv7(),
    userId: setting.userId,
    providerId: credentialProvider,
    accountId: setting.userId,
    password: setting.password,
    createdAt: setting.now,
    updatedAt: setting.now,
  });
};

/** Sets the password's hash of a user whose row is locked; adds the account if there is none. */
export const writePassword = async (em: EntityManager, setting: Setting): Promise<void> => {
  const { affected } = await em.update(
    AccountEntity,
    { userId: setting.userId, providerId: credentialProvider },
    { password: setting.password, updatedAt: setting.now },
  );
  if (!affected) await insertCredential(em, setting);
};

/** The hash of a user's password; null: there is none. */
export const findHash = async (em: EntityManager, userId: string): Promise<string | null> => {
  const account = await em.findOneBy(AccountEntity, { userId, providerId: credentialProvider });
  return account?.password ?? null;
};
