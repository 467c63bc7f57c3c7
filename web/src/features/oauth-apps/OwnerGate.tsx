import { IconLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useGetSessionQuery } from '../../api/account/sessions.ts';
import { t } from '../../i18n/t.ts';
import { EmptyState } from '../../ui/pages/EmptyState.tsx';
import { LoadingPage } from '../../ui/pages/LoadingPage.tsx';
import { Card } from '../../ui/pages/Section.tsx';

/**
 * Shows a user's own apps to the user only, not to an administrator who acts as them: their secrets would outlive the
 * impersonation. The server enforces this anyway.
 */
export const OwnerGate = ({ children }: { children: ReactNode }) => {
  const { data } = useGetSessionQuery();
  if (!data) return <LoadingPage />;
  if (data.session.impersonatedBy === null) return children;
  return (
    <Card>
      <EmptyState icon={<IconLock size={22} />} title={t('oauth-apps:forTheOwnerOnly')}>
        {t('oauth-apps:whileYouAct')}
      </EmptyState>
    </Card>
  );
};
