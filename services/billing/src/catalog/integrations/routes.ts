/** HTTP API of the seller's platform connections. */
import { endpointFor } from '@tessera/kit/http/endpoint';
import { needsScope } from '@tessera/kit/http/passport';
import { Router } from '@tessera/kit/http/router';
import {
  AuthorizeReply,
  CallbackQuery,
  GuildQuery,
  GuildReply,
  IntegrationAuthorizeQuery,
  Integrations,
  RepositoryList,
  RepositoryQuery,
} from '@tessera/proto/api/billing/integration';
import { billingDialect } from '@tessera/proto/api/error';
import type { Billing } from '../../billing.ts';
import { platformNames } from '../../platforms/platform.ts';
import { authorizeSeller, getGuild, listRepositories, returnSeller, viewIntegrations } from './service.ts';

const endpoint = endpointFor(billingDialect);
const needsWrite = needsScope('benefits:write');

export const integrationRoutes = (billing: Billing): Router => {
  const router = Router()
    .get(
      '/integrations',
      needsScope('benefits:read', 'benefits:write'),
      endpoint({ reply: Integrations, summary: 'List the platforms available for benefits' }, () =>
        viewIntegrations(billing),
      ),
    )
    .get(
      '/integrations/discord/guild',
      needsWrite,
      endpoint(
        { query: GuildQuery, reply: GuildReply, summary: 'Get a Discord server with its roles' },
        ({ query, caller }) => getGuild(billing, caller, query),
      ),
    )
    .get(
      '/integrations/github/repositories',
      needsWrite,
      endpoint(
        { query: RepositoryQuery, reply: RepositoryList, summary: "List a seller's repositories" },
        ({ query, caller }) => listRepositories(billing, caller, query.organizationId),
      ),
    );
  for (const platform of platformNames)
    router
      .get(
        `/integrations/${platform}/authorize`,
        needsWrite,
        endpoint(
          {
            inPerson: true,
            query: IntegrationAuthorizeQuery,
            reply: AuthorizeReply,
            summary: `Get the URL to connect ${platform}`,
          },
          ({ query, caller }) => authorizeSeller(billing, { platform, caller }, query),
        ),
      )
      .get(
        `/integrations/${platform}/callback`,
        endpoint(
          { query: CallbackQuery, status: 302, summary: `Return from connecting ${platform}` },
          async ({ query, caller, res }) => {
            res.setHeader('location', await returnSeller(billing, { platform, caller }, query));
          },
        ),
      );
  return router;
};
