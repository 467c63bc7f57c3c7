import { Organization, OrganizationUpdate } from '@tessera/proto/api/billing/organization';
import { AuthOrganizationCreated, AuthOrganizationList } from '@tessera/proto/api/organization/organization';
import type { z } from 'zod';
import { api, authReply, billingBody, billingReply } from './base.ts';

/** An organization as one's list of them carries it. */
export type OrganizationBrief = AuthOrganizationList[number];

/** What the address names is looked up among all of them; the server never answers more at once. */
const mostOrganizations = 1_000;

type ChangeOrganization = { id: string; changes: z.input<typeof OrganizationUpdate> };

const organizations = api.injectEndpoints({
  endpoints: (build) => ({
    listOrganizations: build.query<AuthOrganizationList, void>({
      query: () => ({ url: '/auth/organization/list', query: { limit: mostOrganizations } }),
      transformResponse: authReply(AuthOrganizationList),
      providesTags: ['Organization'],
    }),
    createOrganization: build.mutation<AuthOrganizationCreated, { name: string; slug: string }>({
      query: (body) => ({ url: '/auth/organization/create', method: 'POST', body }),
      transformResponse: authReply(AuthOrganizationCreated),
      invalidatesTags: ['Organization', 'Session'],
    }),
    /** Refused when the name is taken; asked while one types. */
    checkSlug: build.query<unknown, string>({
      query: (slug) => ({ url: '/auth/organization/check-slug', method: 'POST', body: { slug } }),
      keepUnusedDataFor: 0,
    }),
    setActiveOrganization: build.mutation<unknown, string>({
      query: (organizationId) => ({
        url: '/auth/organization/set-active',
        method: 'POST',
        body: { organizationId },
      }),
      invalidatesTags: ['Session'],
    }),
    /** The list knows the new address at once: the page that asked goes there next. */
    changeSlug: build.mutation<unknown, { id: string; slug: string }>({
      query: ({ id, slug }) => ({
        url: '/auth/organization/update',
        method: 'POST',
        body: { organizationId: id, data: { slug } },
      }),
      onQueryStarted: async ({ id, slug }, { dispatch, queryFulfilled }) => {
        const isDone = await queryFulfilled.then(
          () => true,
          () => false,
        );
        const patch = organizations.util.updateQueryData('listOrganizations', undefined, (list) =>
          list.map((each) => (each.id === id ? { ...each, slug } : each)),
        );
        if (isDone) dispatch(patch);
      },
      invalidatesTags: ['Organization'],
    }),
    deleteOrganization: build.mutation<unknown, string>({
      query: (organizationId) => ({
        url: '/auth/organization/delete',
        method: 'POST',
        body: { organizationId },
      }),
      invalidatesTags: ['Organization', 'Session'],
    }),
    getOrganizationProfile: build.query<Organization, string>({
      query: (id) => ({ url: `/billing/v1/organizations/${id}` }),
      transformResponse: billingReply(Organization),
      providesTags: ['Organization'],
    }),
    updateOrganization: build.mutation<Organization, ChangeOrganization>({
      query: ({ id, changes }) => ({
        url: `/billing/v1/organizations/${id}`,
        method: 'PATCH',
        body: billingBody(OrganizationUpdate, changes),
      }),
      transformResponse: billingReply(Organization),
      invalidatesTags: ['Organization'],
    }),
  }),
});

export const {
  useListOrganizationsQuery,
  useCreateOrganizationMutation,
  useCheckSlugQuery,
  useSetActiveOrganizationMutation,
  useChangeSlugMutation,
  useDeleteOrganizationMutation,
  useGetOrganizationProfileQuery,
  useUpdateOrganizationMutation,
} = organizations;
