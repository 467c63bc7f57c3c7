import { column } from '@tessera/kit/database';
import type { AuthUser } from '@tessera/proto/api/identity/session';
import { type DataSource, type EntityManager, EntitySchema } from 'typeorm';
import type { FieldValues } from '../user-fields/fields.ts';

/**
 * A user's row: the fields that the API answers, and those that the configuration adds. `email` is lower-cased and
 * unique. `updatedAt` is moved by bans and their end alone (contracts/auth.md, section 5).
 */
export type User = AuthUser & {
  additional: FieldValues;
  /**
   * Whether `emailVerified` is the word of a provider that only passes the address on; of no meaning without it, and in
   * no answer. What trusts an address asks `isEmailProven`.
   */
  isEmailPassedOn: boolean;
};

export const UserEntity = new EntitySchema<User>({
  name: 'User',
  tableName: 'users',
  columns: {
    id: column.id(),
    name: column.text('name'),
    email: column.text('email'),
    emailVerified: column.bool('email_verified'),
    image: column.text('image', { nullable: true }),
    createdAt: column.time('created_at'),
    updatedAt: column.time('updated_at'),
    username: column.text('username', { nullable: true }),
    displayUsername: column.text('display_username', { nullable: true }),
    role: column.text('role'),
    banned: column.bool('banned', { nullable: true }),
    banReason: column.text('ban_reason', { nullable: true }),
    banExpires: column.time('ban_expires', { nullable: true }),
    additional: column.json('additional'),
    isEmailPassedOn: column.bool('is_email_passed_on'),
  },
});

/** The unique constraint on a user's e-mail address. */
export const emailConstraint = 'users_email_key';

/** The unique constraint on a user's name for signing in. */
export const usernameConstraint = 'users_username_key';

/** Whether an address (any case) belongs to someone. */
export const isTaken = (db: DataSource, email: string): Promise<boolean> =>
  db.getRepository(UserEntity).existsBy({ email: email.toLowerCase() });

export const findUser = (db: DataSource | EntityManager, id: string): Promise<User | null> =>
  db.getRepository(UserEntity).findOneBy({ id });
