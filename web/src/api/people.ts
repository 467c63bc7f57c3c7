import type { AuthMemberWithUser } from '@tessera/proto/api/organization/organization';
import { useCurrentOrganization } from './current-organization.ts';
import { useGetFullOrganizationQuery } from './organizations.ts';
import { useGetSessionQuery } from './sessions.ts';

/** Everyone of the current organization, with the person's own place among them. */
export const usePeople = () => {
  const { organization } = useCurrentOrganization();
  const { data: session } = useGetSessionQuery();
  const result = useGetFullOrganizationQuery(organization.id);
  const own: AuthMemberWithUser | undefined = result.data?.members.find(
    ({ userId }) => userId === session?.user.id,
  );
  return { result, own };
};

/** A whole list as a table's only page. */
export const onePage = <Row>(items: Row[] | undefined) =>
  items && { items, pagination: { totalCount: items.length, maxPage: 1 } };
