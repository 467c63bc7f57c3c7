/** The account that signs in with a password (contracts/auth.md, section 18: `credential`). */
import { column } from '@tessera/kit/database/data-source';
import { type DataSource, type EntityManager, EntitySchema } from 'typeorm';
import { uuidv7 } from 'uuidv7';
import { type User, UserEntity } from '../users/entity.ts';

/** A way to sign in. For `credential` (e-mail and password) `accountId` is the user's id. */
export type Account = {
  id: string;
  userId: string;
  providerId: string;
  accountId: string;
  password: string | null;
  createdAt: Date;
  updatedAt: Date;
};

export const credentialProvider = 'credential';

export const AccountEntity = new EntitySchema<Account>({
  name: 'Account',
  tableName: 'accounts',
  columns: {
    id: column.id(),
    userId: column.uuid('user_id'),
    providerId: column.text('provider_id'),
    accountId: column.text('account_id'),
    password: column.text('password', { nullable: true }),
    createdAt: column.time('created_at'),
    updatedAt: column.time('updated_at'),
  },
});

type CredentialKey = { email: string } | { username: string } | { id: string };

/** A user with the password hash; `password` is null for users without a password. */
export type Credential = { user: User; password: string | null };

/** Finds a user with the password hash by e-mail address, username (case-insensitive) or id. */
export const findCredential = async (db: DataSource, by: CredentialKey): Promise<Credential | null> => {
  const [[column, value] = ['id', '']] = Object.entries(by);
  const { entities, raw } = await db
    .createQueryBuilder(UserEntity, 'users')
    .leftJoin(
      AccountEntity.options.name,
      'account',
      'account.userId = users.id AND account.providerId = :provider',
      {
        provider: credentialProvider,
      },
    )
    .addSelect('account.password', 'password')
    .where(`users.${column} = :value`, { value: value.toLowerCase() })
    .getRawAndEntities<{ password: string | null }>();
  const user = entities[0];
  return user ? { user, password: raw[0]?.password ?? null } : null;
};

type Setting = { userId: string; password: string; now: Date };

/** Adds the credential account of a user who has none. */
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

/** Sets the password hash of a user whose row is locked; adds the account if there is none. */
export const writePassword = async (em: EntityManager, setting: Setting): Promise<void> => {
  const { affected } = await em.update(
    AccountEntity,
    { userId: setting.userId, providerId: credentialProvider },
    { password: setting.password },
  );
  if (!affected) await insertCredential(em, setting);
};

/** Returns the hash of a user's password; null if the user has none. */
export const findHash = async (em: EntityManager, userId: string): Promise<string | null> => {
  const account = await em.findOneBy(AccountEntity, { userId, providerId: credentialProvider });
  return account?.password ?? null;
};
