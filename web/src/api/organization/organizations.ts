import {
  OrganizationListQuery,
  OrganizationPage,
  Organization as OrganizationShape,
  OrganizationUpdate,
} from '@tessera/proto/api/billing/organization';
import { AuthOrganizationCreated, AuthOrganizationList } from '@tessera/proto/api/organization/organization';
import { api, authReply, billingQuery, billingReply, type Stored } from '../request/base.ts';
import { resource } from '../request/resource.ts';
import { changeTags, listTag, listTags, tagOf } from '../request/tags.ts';
import { pictureUrl } from './stored-address.ts';

export type Organization = Stored<typeof OrganizationShape>;

/** What identifies an organization. */
export type OrganizationBrief = Pick<Organization, 'id' | 'name' | 'slug'> & {
  /** Address of its picture; null without one. */
  logo: string | null;
};

const briefOf = ({ id, name, slug, avatarUrl }: Organization): OrganizationBrief => ({
  id,
  name,
  slug,
  logo: avatarUrl === null ? null : pictureUrl(avatarUrl, 128),
});

/** The choices shown before a search. */
export const firstOrganizations = { query: '', limit: 20 };

const path = '/billing/v1/organizations';
const resources = resource('Organization', path, { one: OrganizationShape, query: OrganizationListQuery });
const readPage = billingReply(OrganizationPage);

const organizations = api.injectEndpoints({
  endpoints: (build) => ({
    /** The user's organizations in the order of joining, at most `limit`. */
    listOrganizations: build.query<OrganizationBrief[], { limit: number }>({
      query: ({ limit }) => ({ url: '/auth/organization/list', query: { limit } }),
      transformResponse: authReply(AuthOrganizationList),
      providesTags: (list) => listTags('Organization', list),
    }),
    /** The user's organizations without other members. */
    listOrganizationsAlone: build.query<OrganizationBrief[], void>({
      query: () => ({ url: '/auth/organization/list', query: { limit: 100, alone: true } }),
      transformResponse: authReply(AuthOrganizationList),
      providesTags: (list) => listTags('Organization', list),
    }),
    /** The user's organizations whose name or slug contains `query`, sorted by name, and their total number. */
    searchOrganizations: build.query<
      { items: OrganizationBrief[]; total: number },
      { query: string; limit: number }
    >({
      query: ({ query, limit }) => ({
        url: `${path}/`,
        query: billingQuery(OrganizationListQuery, { query: query || undefined, limit, sorting: ['name'] }),
      }),
      transformResponse: (reply) => {
        const { items, pagination } = readPage(reply);
        return {
          items: items.map(briefOf),
          total: pagination.totalCount,
        };
      },
      providesTags: (found) => listTags('Organization', found?.items),
    }),
    /** The organization with this slug; null when there is none that the user belongs to. */
    getOrganizationBySlug: build.query<OrganizationBrief | null, string>({
      query: (slug) => ({ url: `${path}/`, query: billingQuery(OrganizationListQuery, { slug, limit: 1 }) }),
      transformResponse: (reply) => {
        const [found] = readPage(reply).items;
        return found ? briefOf(found) : null;
      },
      providesTags: (found) => [found ? tagOf('Organization', found.id) : listTag('Organization')],
    }),
    getOrganization: resources.get(build),
    createOrganization: build.mutation<
      Stored<typeof AuthOrganizationCreated>,
      { name: string; slug: string }
    >({
      query: (body) => ({ url: '/auth/organization/create', method: 'POST', body }),
      transformResponse: authReply(AuthOrganizationCreated),
      invalidatesTags: [listTag('Organization'), 'Session'],
    }),
    /** Fails when the slug is taken; called while the user types. */
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
    /** Caches the organization under its new slug: the page navigates there next. */
    changeSlug: build.mutation<unknown, { organization: OrganizationBrief; slug: string }>({
      query: ({ organization, slug }) => ({
        url: '/auth/organization/update',
        method: 'POST',
        body: { organizationId: organization.id, data: { slug } },
      }),
      onQueryStarted: async ({ organization, slug }, { dispatch, queryFulfilled }) => {
        const isDone = await queryFulfilled.then(
          () => true,
          () => false,
        );
        const known = { ...organization, slug };
        if (isDone) await dispatch(organizations.util.upsertQueryData('getOrganizationBySlug', slug, known));
      },
      invalidatesTags: (_reply, _error, { organization }) => changeTags('Organization', organization.id),
    }),
    // Does not invalidate the organization itself: components that still show it would get a 404.
    deleteOrganization: build.mutation<unknown, string>({
      query: (organizationId) => ({
        url: '/auth/organization/delete',
        method: 'POST',
        body: { organizationId },
      }),
      // After a refusal the membership is asked for again: another owner may have deleted it meanwhile.
      invalidatesTags: (_reply, error, organizationId) => [
        listTag('Organization'),
        'Session',
        ...(error ? [tagOf('Membership', organizationId)] : []),
      ],
    }),
    updateOrganization: resources.update(build, OrganizationUpdate),
  }),
});

export const { useQueryState: useKnownOrganizations } = organizations.endpoints.searchOrganizations;

/** Prefetches organizations that will be shown soon. */
export const usePrefetchOrganizations = () => organizations.usePrefetch('searchOrganizations');

/** Prefetches before the first render, which then finds the result in the cache. */
export const askOrganizationAt = (slug: string) =>
  organizations.util.prefetch('getOrganizationBySlug', slug, {});

export const {
  useListOrganizationsQuery,
  useListOrganizationsAloneQuery,
  useSearchOrganizationsQuery,
  useGetOrganizationBySlugQuery,
  useGetOrganizationQuery,
  useCreateOrganizationMutation,
  useCheckSlugQuery,
  useSetActiveOrganizationMutation,
  useChangeSlugMutation,
  useDeleteOrganizationMutation,
  useUpdateOrganizationMutation,
} = organizations;
