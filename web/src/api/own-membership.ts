import { OwnMembership as OwnMembershipShape } from '@tessera/proto/api/organization/directory';
import { t } from '../i18n/t.ts';
import { api, authReply, type Stored } from './base.ts';
import { useCurrentOrganization } from './current-organization.ts';
import { asFailure } from './failure.ts';
import { changeTags, tagOf } from './tags.ts';

export type OwnMembership = Stored<typeof OwnMembershipShape>;

const ownMembership = api.injectEndpoints({
  endpoints: (build) => ({
    getOwnMembership: build.query<OwnMembership, string>({
      query: (organizationId) => ({ url: '/auth/organization/own-membership', query: { organizationId } }),
      transformResponse: authReply(OwnMembershipShape),
      providesTags: (_reply, _error, id) => [tagOf('Membership', id)],
      // Lists of an organization that one was removed from are empty rather than refused: this alone says so.
      onQueryStarted: async (id, { dispatch, queryFulfilled }) => {
        const refused = await queryFulfilled.then(
          () => false,
          ({ error }: { error: unknown }) =>
            asFailure(error).name === 'YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION',
        );
        if (refused) dispatch(api.util.invalidateTags([...changeTags('Organization', id), 'Session']));
      },
    }),
  }),
});

export const { useGetOwnMembershipQuery } = ownMembership;

/** Asks who one is in an organization, unless that was learned a moment ago. */
export const useAskOwnMembership = () => ownMembership.usePrefetch('getOwnMembership', { ifOlderThan: 5 });

/** Who the person is in the current organization, and what that allows. */
export const useOwnMembership = () => useGetOwnMembershipQuery(useCurrentOrganization().organization.id);

/** Why the person may not do this here; null when they may, and until that is known. Roles may be an operator's own. */
export const useRefusal = (resource: string, action: string, what: string): string | null => {
  const { organization } = useCurrentOrganization();
  const { data } = useOwnMembership();
  return !data || data.allowed[resource]?.includes(action)
    ? null
    : t('shared:yourRoleInDoes', { name: organization.name, what });
};
