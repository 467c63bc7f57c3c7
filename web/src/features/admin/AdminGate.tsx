import { IconLock } from '@tabler/icons-react';
import { Outlet } from 'react-router';
import { useRight } from '../../api/installation/admin-rights.ts';
import { asFailure } from '../../api/request/failure.ts';
import { t } from '../../i18n/t.ts';
import { EmptyState } from '../../ui/pages/EmptyState.tsx';
import { ErrorState } from '../../ui/pages/ErrorState.tsx';
import { LoadingPage } from '../../ui/pages/LoadingPage.tsx';
import { PageHeader } from '../../ui/pages/PageHeader.tsx';
import { Card } from '../../ui/pages/Section.tsx';

/** Admits users who may list users, whatever their roles are called. The server enforces this anyway. */
export const AdminGate = () => {
  const { data: isLetIn, error, refetch } = useRight('user', 'list');
  if (isLetIn) return <Outlet />;
  return (
    <>
      <PageHeader title={t('admin:administration')} />
      {isLetIn === false ? (
        <Card>
          <EmptyState icon={<IconLock size={22} />} title={t('admin:forAdminsOnly')}>
            {t('admin:yourRoleDoesNotLet')}
          </EmptyState>
        </Card>
      ) : error ? (
        <ErrorState message={asFailure(error).message} onRetry={refetch} />
      ) : (
        <LoadingPage />
      )}
    </>
  );
};
