/** Users by what names them. */
import type { DataSource, EntityManager } from 'typeorm';
import { type User, UserEntity } from './entity.ts';

/** Whether an address (any case) belongs to someone. */
export const isTaken = (db: DataSource, email: string): Promise<boolean> =>
  db.getRepository(UserEntity).existsBy({ email: email.toLowerCase() });

export const findUser = (db: DataSource | EntityManager, id: string): Promise<User | null> =>
  db.getRepository(UserEntity).findOneBy({ id });
