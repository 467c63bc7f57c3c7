import {
  AuthorizeReply,
  GuildQuery,
  GuildReply,
  IntegrationAuthorizeQuery,
  Integrations,
  RepositoryList,
  RepositoryQuery,
} from '@tessera/proto/api/billing/integration';
import { api, billingQuery, billingReply, type Stored } from '../request/base.ts';

export type Guild = Stored<typeof GuildReply>;
export type Platform = 'discord' | 'github';

const path = '/billing/v1/integrations';

export const {
  useGetIntegrationsQuery,
  useGetGuildQuery,
  useListRepositoriesQuery,
  useAuthorizePlatformMutation,
} = api.injectEndpoints({
  endpoints: (build) => ({
    /** The platforms that benefits can use in this installation. */
    getIntegrations: build.query<Stored<typeof Integrations>, void>({
      query: () => ({ url: `${path}/` }),
      transformResponse: billingReply(Integrations),
    }),
    getGuild: build.query<Guild, { organizationId: string; guildToken: string }>({
      query: (asked) => ({ url: `${path}/discord/guild`, query: billingQuery(GuildQuery, asked) }),
      transformResponse: billingReply(GuildReply),
    }),
    listRepositories: build.query<Stored<typeof RepositoryList>, string>({
      query: (organizationId) => ({
        url: `${path}/github/repositories`,
        query: billingQuery(RepositoryQuery, { organizationId }),
      }),
      transformResponse: billingReply(RepositoryList),
    }),
    /** Returns the address at which the user authorizes a platform. */
    authorizePlatform: build.mutation<
      Stored<typeof AuthorizeReply>,
      { platform: Platform; organizationId: string; returnTo: string }
    >({
      query: ({ platform, ...asked }) => ({
        url: `${path}/${platform}/authorize`,
        query: billingQuery(IntegrationAuthorizeQuery, asked),
      }),
      transformResponse: billingReply(AuthorizeReply),
    }),
  }),
});
