import { column } from '@tessera/kit/database';
import { EntitySchema } from 'typeorm';

/** A way to sign in. `credential`: e-mail and password, `accountId` is the user's id. */
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
