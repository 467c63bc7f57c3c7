import { endpointFor } from '@tessera/kit/http/endpoint';
import { Router } from '@tessera/kit/http/router';
import { authDialect } from '@tessera/proto/api/error';
import { PublicOptions } from '@tessera/proto/api/identity/public-options';
import type { Identity } from '../identity.ts';
import { viewOptions } from './view.ts';

const endpoint = endpointFor(authDialect);

/** The route of options that pages need before sign-in. */
export const publicOptionsRoutes = ({
  options,
  hasSandbox,
  isDevelopment,
}: Pick<Identity, 'options' | 'hasSandbox' | 'isDevelopment'>): Router =>
  Router().get(
    '/public-options',
    endpoint({ reply: PublicOptions, summary: 'Get the public configuration' }, () =>
      viewOptions(options, { hasSandbox, isDevelopment }),
    ),
  );
