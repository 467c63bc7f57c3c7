import { type MemberPage, useLazyListMembersQuery } from '../../api/organization/members.ts';
import { type ExportColumn, ExportRows } from '../../shared/export/ExportRows.tsx';
import { perPage } from '../../shared/export/read-pages.ts';

type Member = MemberPage['items'][number];

const columnsOf = (hasTeams: boolean): ExportColumn<Member>[] => [
  ['id', ({ id }) => id],
  ['created_at', ({ createdAt }) => createdAt],
  ['user_id', ({ userId }) => userId],
  ['name', ({ user }) => user.name],
  ['email', ({ user }) => user.email],
  ['role', ({ role }) => role],
  ...(hasTeams ? [['team', ({ teamName }) => teamName ?? null] satisfies ExportColumn<Member>] : []),
];

type Props = { organizationId: string; search: string; teamId: string; hasTeams: boolean };

/** Exports the members that match search and team as CSV. */
export const ExportMembers = ({ hasTeams, ...asked }: Props) => {
  const [list] = useLazyListMembersQuery();
  return (
    <ExportRows
      file="members"
      columns={columnsOf(hasTeams)}
      read={(page) => list({ ...asked, page, limit: perPage }).unwrap()}
    />
  );
};
