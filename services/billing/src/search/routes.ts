/** The HTTP API of the search through all kinds. */
import { endpointFor } from '@tessera/kit/http/endpoint';
import { needsScope } from '@tessera/kit/http/passport';
import { Router } from '@tessera/kit/http/router';
import { SearchQuery, SearchResult } from '@tessera/proto/api/billing/search';
import { billingDialect } from '@tessera/proto/api/error';
import type { Billing } from '../billing.ts';
import { search, searchScopes } from './search.ts';

const endpoint = endpointFor(billingDialect);

export const searchRoutes = (billing: Billing): Router =>
  Router().get(
    '/search',
    needsScope(...searchScopes),
    endpoint(
      { query: SearchQuery, reply: SearchResult, summary: 'Search all kinds of things' },
      ({ query, caller }) => search(billing, caller, query),
    ),
  );
