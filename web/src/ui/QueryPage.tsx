import { VisuallyHidden } from '@mantine/core';
import { IconCompass } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { asFailure } from '../api/failure.ts';
import { t } from '../i18n/t.ts';
import { EmptyState } from './EmptyState.tsx';
import { ErrorState } from './ErrorState.tsx';
import { LoadingPage } from './LoadingPage.tsx';
import { PageTitle } from './PageTitle.tsx';

type Props<Data> = {
  result: { data?: Data | undefined; error?: unknown; isFetching: boolean; refetch: () => unknown };
  /** What the page is about, for its title until it is there: "Order". */
  subject: string;
  children: (data: Data) => ReactNode;
};

/** A page about one thing: its outline while loading, a way to try again when that fails, or that it does not exist. */
export const QueryPage = <Data,>({ result, subject, children }: Props<Data>) => {
  const { data, error, isFetching, refetch } = result;
  const isMissing = error !== undefined && [404, 422].includes(asFailure(error).status);
  if (isMissing && !isFetching) return <Missing subject={subject} />;
  if (data !== undefined && !isMissing) return children(data);
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

/** Trying again would not help: the address is wrong, or what it named is gone. */
const Missing = ({ subject }: { subject: string }) => (
  <>
    <PageTitle>{t('ui:notFound', { subject })}</PageTitle>
    <VisuallyHidden component="h1">{t('ui:notFound', { subject })}</VisuallyHidden>
    <EmptyState icon={<IconCompass size={22} />} title={t('ui:thereIsNothingHere')}>
      {t('ui:itWasDeleted')}
    </EmptyState>
  </>
);
