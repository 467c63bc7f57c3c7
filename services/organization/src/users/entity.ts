/** The copy of users' public data, which identity owns. */
import { column } from '@tessera/kit/database/data-source';
import { EntitySchema } from 'typeorm';

export type UserRow = { id: string; email: string; name: string; image: string | null };

export const UserEntity = new EntitySchema<UserRow>({
  name: 'User',
  tableName: 'users',
  columns: {
    id: column.id(),
    email: column.text('email'),
    name: column.text('name'),
    image: column.text('image', { nullable: true }),
  },
});
