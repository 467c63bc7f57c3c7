import type { AuthUser } from '../../api/account/sessions.ts';
import { type UserList, useLazyListUsersQuery } from '../../api/installation/admin.ts';
import { type ExportColumn, ExportRows } from '../../shared/export/ExportRows.tsx';
import { perPage } from '../../shared/export/read-pages.ts';

const columns: ExportColumn<AuthUser>[] = [
  ['id', ({ id }) => id],
  ['created_at', ({ createdAt }) => createdAt],
  ['name', ({ name }) => name],
  ['email', ({ email }) => email],
  ['email_verified', ({ emailVerified }) => String(emailVerified)],
  ['username', ({ username }) => username],
  ['role', ({ role }) => role],
  ['banned', ({ banned }) => String(banned === true)],
  ['ban_reason', ({ banReason }) => banReason],
  ['ban_expires', ({ banExpires }) => banExpires],
];

/** Exports the users that match search and filter, in the order of the page, as CSV. */
export const ExportUsers = ({ asked }: { asked: Omit<UserList, 'page' | 'limit'> }) => {
  const [list] = useLazyListUsersQuery();
  return (
    <ExportRows
      isSmall
      file="users"
      columns={columns}
      read={(page) => list({ ...asked, page, limit: perPage }).unwrap()}
    />
  );
};
