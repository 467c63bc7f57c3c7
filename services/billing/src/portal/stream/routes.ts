/** The HTTP API of a customer's event stream. */
import { endpointFor } from '@tessera/kit/http/endpoint';
import { customerOf } from '@tessera/kit/http/passport';
import { Router } from '@tessera/kit/http/router';
import { billingDialect } from '@tessera/proto/api/error';
import type { StreamingBilling } from '../../checkouts/watch/streams.ts';
import { clientAddressOf } from '../../customer-sessions/client-address.ts';
import { streamToCustomer } from './stream.ts';
import { createPortalWatch } from './watch.ts';

const endpoint = endpointFor(billingDialect);

export const portalStreamRoutes = (billing: StreamingBilling): Router => {
  const streaming = { streams: billing.streams, watch: createPortalWatch(billing) };
  return Router().get(
    '/customer-portal/customers/stream',
    endpoint(
      { media: 'text/event-stream', summary: "Stream a customer's changes (server-sent events)" },
      ({ caller, req, res }) =>
        streamToCustomer(streaming, customerOf(caller), { req, res, address: clientAddressOf(req) }),
    ),
  );
};
