import { Skeleton, Stack, VisuallyHidden } from '@mantine/core';
import type { PublicOptions } from '@tessera/proto/api/identity/public-options';
import type { ReactNode } from 'react';
import { usePublicOptions } from '../../api/installation/public-options.ts';
import { asFailure } from '../../api/request/failure.ts';
import { t } from '../../i18n/t.ts';
import { CardPage } from '../../ui/pages/CardPage.tsx';
import { ErrorState } from '../../ui/pages/ErrorState.tsx';
import classes from './AuthFrame.module.css';

type Props = { title: string; lead: ReactNode; children?: ReactNode; footer: ReactNode };

/** The layout of sign-in and sign-up: one card, and a link to the other page below it. */
export const AuthFrame = ({ title, lead, children, footer }: Props) => (
  <CardPage title={title} lead={lead} footer={footer && <p className={classes.footer}>{footer}</p>}>
    {children}
  </CardPage>
);

type ConfiguredProps = {
  /** The page's title while the options are loading. */
  title: string;
  children: (options: PublicOptions) => ReactNode;
};

/** Renders a page that depends on the configuration of this installation. */
export const Configured = ({ title, children }: ConfiguredProps) => {
  const { options, error, refetch } = usePublicOptions();
  if (options) return children(options);
  return (
    <CardPage title={title} lead={error ? t('sign-in:pageNotPrepared') : ' '}>
      {error ? <ErrorState message={asFailure(error).message} onRetry={refetch} /> : <Outline />}
    </CardPage>
  );
};

const Outline = () => (
  <Stack gap="md" aria-live="polite">
    <VisuallyHidden>{t('sign-in:loading')}</VisuallyHidden>
    {['first', 'second', 'third'].map((row) => (
      <Skeleton key={row} height={36} radius="md" aria-hidden />
    ))}
  </Stack>
);
