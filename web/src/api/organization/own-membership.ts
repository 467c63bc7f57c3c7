import { OwnMembership as OwnMembershipShape } from '@tessera/proto/api/organization/directory';
import { t } from '../../i18n/t.ts';
import { api, authReply, type Stored } from '../request/base.ts';
import { asFailure } from '../request/failure.ts';
import { changeTags, tagOf } from '../request/tags.ts';
import { useCurrentOrganization } from './current-organization.ts';

export type OwnMembership = Stored<typeof OwnMembershipShape>;

const ownMembership = api.injectEndpoints({
  endpoints: (build) => ({
    getOwnMembership: build.query<OwnMembership, string>({
      query: (organizationId) => ({ url: '/auth/organization/own-membership', query: { organizationId } }),
      transformResponse: authReply(OwnMembershipShape),
      providesTags: (_reply, _error, id) => [tagOf('Membership', id)],
      // For a former member, lists of the organization are empty instead of refused: only this request fails.
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

/** Refetches the user's membership of an organization unless it was fetched within 5 seconds. */
export const useAskOwnMembership = () => ownMembership.usePrefetch('getOwnMembership', { ifOlderThan: 5 });

/** The user's membership of the current organization, with its permissions. */
export const useOwnMembership = () => useGetOwnMembershipQuery(useCurrentOrganization().organization.id);

/** Whether this decides who has access to the organization: that is for users in person. */
const isAboutAccess = (resource: string, action: string): boolean =>
  resource === 'member' || (resource === 'invitation' && action === 'create');

/** Why the user may not do this here; null when allowed, and until known. Covers the operator's custom roles. */
export const useRefusal = (resource: string, action: string, what: string): string | null => {
  const { organization, personRefusal } = useCurrentOrganization();
  const { data } = useOwnMembership();
  if (personRefusal !== null && isAboutAccess(resource, action)) return personRefusal;
  return !data || data.allowed[resource]?.includes(action)
    ? null
    : t('shared:yourRoleInDoes', { name: organization.name, what });
};
