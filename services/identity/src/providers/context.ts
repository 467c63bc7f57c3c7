/** A row of the table with the options it is used with. */
import type { ProviderId } from '@tessera/proto/api/identity/social';
import type { ProviderOptions } from './options.ts';
import type { Endpoints, ProviderRow } from './provider.ts';

export type ProviderContext = {
  id: ProviderId;
  row: ProviderRow;
  options: ProviderOptions;
  endpoints: Endpoints;
  now: () => Date;
};

/** Whether a code verifier goes along with the code. */
export const usesVerifier = ({ row, options }: Pick<ProviderContext, 'row' | 'options'>): boolean =>
  row.pkce !== undefined && options.pkce !== false;
