import { PublicOptions } from '@tessera/proto/api/identity/public-options';
import { useState } from 'react';
import { api, authReply } from '../request/base.ts';

const options = api.injectEndpoints({
  endpoints: (build) => ({
    getPublicOptions: build.query<PublicOptions, void>({
      query: () => ({ url: '/auth/public-options' }),
      transformResponse: authReply(PublicOptions),
    }),
  }),
});

/** The installation's public options. They stay cached when signing in resets the store. */
export const usePublicOptions = () => {
  const { data, error, refetch } = options.useGetPublicOptionsQuery();
  const [known, setKnown] = useState(data);
  if (data !== undefined && data !== known) setKnown(data);
  return { options: data ?? known, error, refetch };
};
