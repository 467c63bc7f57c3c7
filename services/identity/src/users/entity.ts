import { column } from '@tessera/kit/database/data-source';
import type { AuthUser } from '@tessera/proto/api/identity/session';
import { type DataSource, type EntityManager, EntitySchema } from 'typeorm';
import type { FieldValues } from '../user-fields/fields.ts';

/**
 * A user's row: the fields of the API and those that the configuration adds. `email` is lower-case and unique.
 * `updatedAt` is moved only by bans and their end (contracts/auth.md, section 5).
 */
export type User = AuthUser & {
  additional: FieldValues;
  /**
   * Whether `emailVerified` comes from a provider that does not verify addresses itself; meaningless without it, and
   * never in a reply. Code that relies on an address checks `isEmailProven`.
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

/** Name of the unique constraint on e-mail addresses. */
export const emailConstraint = 'users_email_key';

/** Name of the unique constraint on usernames. */
export const usernameConstraint = 'users_username_key';

/** Whether an address (case-insensitive) belongs to a user. */
export const isTaken = (db: DataSource, email: string): Promise<boolean> =>
  db.manager.existsBy(UserEntity, { email: email.toLowerCase() });

export const findUser = (em: EntityManager, id: string): Promise<User | null> =>
  em.findOneBy(UserEntity, { id });
