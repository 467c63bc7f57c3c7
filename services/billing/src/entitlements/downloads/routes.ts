import { endpointFor } from '@tessera/kit/http/endpoint';
import { customerOf } from '@tessera/kit/http/passport';
import { Router } from '@tessera/kit/http/router';
import { DownloadableListQuery, DownloadablePage } from '@tessera/proto/api/billing/file';
import { billingDialect } from '@tessera/proto/api/error';
import { z } from 'zod';
import type { Billing } from '../../billing.ts';
import { followDownload, listDownloadables } from './service.ts';

const endpoint = endpointFor(billingDialect);
const TokenPath = z.object({ token: z.string().max(500) });

export const downloadRoutes = (billing: Billing): Router =>
  Router()
    .get(
      '/customer-portal/downloadables',
      endpoint(
        { query: DownloadableListQuery, reply: DownloadablePage, summary: "List the customer's files" },
        ({ query, caller }) => listDownloadables(billing, customerOf(caller), query),
      ),
    )
    .get(
      '/customer-portal/downloadables/:token',
      endpoint(
        { params: TokenPath, status: 302, summary: 'Open the download link of a file' },
        async ({ params, res }) => {
          res.setHeader('location', await followDownload(billing, params.token));
        },
      ),
    );
