/** The unmodified client of the billing contract, for authenticated callers. */
import { Polar } from '@polar-sh/sdk';
import { HTTPClient } from '@polar-sh/sdk/lib/http.js';
import { type PassportClaims, passportHeader } from '@tessera/proto/api/passport';
import type { BillingStack } from './factories.ts';

/** Returns a client whose requests carry a passport, as the gateway adds it. */
export const polarAs = async (stack: BillingStack, claims: PassportClaims): Promise<Polar> => {
  const passport = await stack.passport(claims);
  const httpClient = new HTTPClient();
  httpClient.addHook('beforeRequest', (request) => {
    request.headers.set(passportHeader, passport);
  });
  return new Polar({ serverURL: `${stack.url}/api/billing`, accessToken: 'tessera_oat_test', httpClient });
};
