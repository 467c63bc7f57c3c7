import { OwnMembership as OwnPlaceShape } from '@tessera/proto/api/organization/directory';
import { t } from '../i18n/t.ts';
import { api, authReply, type Stored } from './base.ts';
import { useCurrentOrganization } from './current-organization.ts';
import { tagOf } from './tags.ts';

export type OwnMembership = Stored<typeof OwnPlaceShape>;

const place = api.injectEndpoints({
  endpoints: (build) => ({
    getOwnPlace: build.query<OwnMembership, string>({
      query: (organizationId) => ({ url: '/auth/organization/own-place', query: { organizationId } }),
      transformResponse: authReply(OwnPlaceShape),
      providesTags: (_reply, _error, id) => [tagOf('Membership', id)],
    }),
  }),
});

export const { useGetOwnPlaceQuery } = place;

/** Who the person is in the current organization, and what that allows. */
export const useOwnMembership = () => useGetOwnPlaceQuery(useCurrentOrganization().organization.id);

/** Why the person may not do this here; null when they may, and until that is known. Roles may be an operator's own. */
export const useRefusal = (resource: string, action: string, what: string): string | null => {
  const { organization } = useCurrentOrganization();
  const { data } = useOwnMembership();
  return !data || data.allowed[resource]?.includes(action)
    ? null
    : t('shared:yourRoleInDoes', { name: organization.name, what });
};
