import { HasPermissionReply } from '@tessera/proto/api/organization/organization';
import { api, authReply } from './base.ts';
import { useCurrentOrganization } from './current-organization.ts';

type Question = { organizationId: string; permissions: Record<string, string[]> };

const permissions = api.injectEndpoints({
  endpoints: (build) => ({
    hasPermission: build.query<HasPermissionReply, Question>({
      query: (body) => ({ url: '/auth/organization/has-permission', method: 'POST', body }),
      transformResponse: authReply(HasPermissionReply),
      providesTags: ['Organization'],
    }),
  }),
});

/** Why the person may not do this here; null when they may, and until that is known. Roles may be an operator's own. */
export const useRefusal = (resource: string, action: string, what: string): string | null => {
  const { organization } = useCurrentOrganization();
  const { data } = permissions.useHasPermissionQuery({
    organizationId: organization.id,
    permissions: { [resource]: [action] },
  });
  return data?.success === false ? `Your role in ${organization.name} does not let you ${what}.` : null;
};
