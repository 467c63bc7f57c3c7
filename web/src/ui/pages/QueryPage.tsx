import { VisuallyHidden } from '@mantine/core';
import { IconCompass } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { asFailure } from '../../api/request/failure.ts';
import { t } from '../../i18n/t.ts';
import { EmptyState } from './EmptyState.tsx';
import { ErrorState } from './ErrorState.tsx';
import { LoadingPage } from './LoadingPage.tsx';
import { PageTitle } from './PageTitle.tsx';
import { type Parent, ParentLink } from './ParentLink.tsx';

type Props<Data> = {
  result: { data?: Data | undefined; error?: unknown; isFetching: boolean; refetch: () => unknown };
  /** The kind of thing, used as title until it is loaded: "Order". */
  subject: string;
  /** The list that leads on where the thing is missing or cannot be loaded. */
  parent?: Parent;
  children: (data: Data) => ReactNode;
};

/** A page about one thing: a skeleton while loading, a retry on failure, or a notice that it does not exist. */
export const QueryPage = <Data,>({ result, subject, parent, children }: Props<Data>) => {
  const { data, error, isFetching, refetch } = result;
  const isMissing = error !== undefined && [404, 422].includes(asFailure(error).status);
  if (isMissing && !isFetching) return <Missing subject={subject} parent={parent} />;
  if (data !== undefined && !isMissing) return children(data);
  return (
    <>
      <PageTitle>{subject}</PageTitle>
      <VisuallyHidden component="h1">{subject}</VisuallyHidden>
      {error && !isFetching ? (
        <>
          {parent && <ParentLink {...parent} />}
          <ErrorState message={asFailure(error).message} onRetry={refetch} />
        </>
      ) : (
        <LoadingPage />
      )}
    </>
  );
};

/** A retry would not help: the address is wrong, or the thing was deleted. */
const Missing = ({ subject, parent }: { subject: string; parent: Parent | undefined }) => (
  <>
    <PageTitle>{t('ui:notFound', { subject })}</PageTitle>
    {parent && <ParentLink {...parent} />}
    <VisuallyHidden component="h1">{t('ui:notFound', { subject })}</VisuallyHidden>
    <EmptyState icon={<IconCompass size={22} />} title={t('ui:thereIsNothingHere')}>
      {t('ui:itWasDeleted')}
    </EmptyState>
  </>
);
