import { type TeamPage, useLazyListTeamsQuery } from '../../api/organization/teams.ts';
import { type ExportColumn, ExportRows } from '../../shared/export/ExportRows.tsx';
import { perPage } from '../../shared/export/read-pages.ts';

const columns: ExportColumn<TeamPage['items'][number]>[] = [
  ['id', ({ id }) => id],
  ['created_at', ({ createdAt }) => createdAt],
  ['name', ({ name }) => name],
  ['members', ({ memberCount }) => memberCount],
];

type Props = { organizationId: string; search: string | undefined };

/** Exports all teams, or those that match the search, as CSV. */
export const ExportTeams = ({ organizationId, search }: Props) => {
  const [list] = useLazyListTeamsQuery();
  return (
    <ExportRows
      file="teams"
      columns={columns}
      read={(page) => list({ organizationId, page, limit: perPage, search }).unwrap()}
    />
  );
};
