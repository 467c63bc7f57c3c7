import { VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { asFailure } from '../api/failure.ts';
import { ErrorState } from './ErrorState.tsx';
import { LoadingPage } from './LoadingPage.tsx';
import { PageTitle } from './PageTitle.tsx';

type Props<Data> = {
  result: { data?: Data | undefined; error?: unknown; isFetching: boolean; refetch: () => unknown };
  /** What the page is about, for its title until it is there: "Order". */
  subject: string;
  children: (data: Data) => ReactNode;
};

/** A page about one thing: its outline while loading, a way to try again when that fails. */
export const QueryPage = <Data,>({ result, subject, children }: Props<Data>) => {
  const { data, error, isFetching, refetch } = result;
  if (data !== undefined && !(error && asFailure(error).status === 404)) return children(data);
  return (
    <>
      <PageTitle>{subject}</PageTitle>
      <VisuallyHidden component="h1">{subject}</VisuallyHidden>
      {error && !isFetching ? (
        <ErrorState message={asFailure(error).message} onRetry={refetch} />
      ) : (
        <LoadingPage />
      )}
    </>
  );
};
