import type { PublicOptions } from '@tessera/proto/api/identity/public-options';
import type { ReactNode } from 'react';
import { type SessionAndUser, useGetSessionQuery } from '../../api/account/sessions.ts';
import { usePublicOptions } from '../../api/installation/public-options.ts';
import { asFailure } from '../../api/request/failure.ts';
import { Stacked } from '../../ui/display/Stacked.tsx';
import { ErrorState } from '../../ui/pages/ErrorState.tsx';
import { LoadingPage } from '../../ui/pages/LoadingPage.tsx';

type Known = SessionAndUser & { options: PublicOptions };

/** One section of the account, rendered once the user and the public options are loaded. */
export const OwnAccount = ({ children }: { children: (known: Known) => ReactNode }) => {
  const { data: session } = useGetSessionQuery();
  const { options, error, refetch } = usePublicOptions();
  if (session && options) return <Stacked>{children({ ...session, options })}</Stacked>;
  return error && !options ? (
    <ErrorState message={asFailure(error).message} onRetry={refetch} />
  ) : (
    <LoadingPage />
  );
};
