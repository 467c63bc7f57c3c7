/** Statements about users and their passwords. */
import type { DataSource, EntityManager } from 'typeorm';
import { AccountEntity, credentialProvider } from '../accounts/entity.ts';
import { type User, UserEntity } from './entity.ts';

type CredentialKey = { email: string } | { username: string } | { id: string };

/** Someone who can try to sign in; `password` is null without a password of their own. */
export type Credential = { user: User; password: string | null };

/** A user by address, username (in any case) or id, with the password's hash. */
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

/** Whether an address (any case) belongs to someone. */
export const isTaken = (db: DataSource, email: string): Promise<boolean> =>
  db.getRepository(UserEntity).existsBy({ email: email.toLowerCase() });

export const findUser = (db: DataSource | EntityManager, id: string): Promise<User | null> =>
  db.getRepository(UserEntity).findOneBy({ id });
