import { IconLock } from '@tabler/icons-react';
import { Outlet } from 'react-router';
import { isAdmin } from '../../api/admin.ts';
import { useGetSessionQuery } from '../../api/sessions.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Card } from '../../ui/Section.tsx';

/** Lets in whose role is admin. The server refuses the others whatever the page shows. */
export const AdminGate = () => {
  const { data: session } = useGetSessionQuery();
  if (session && isAdmin(session.user.role)) return <Outlet />;
  return (
    <>
      <PageHeader title="Administration" />
      <Card>
        <EmptyState icon={<IconLock size={22} />} title="For admins only">
          Your account may not see this. Ask an admin to give you the role.
        </EmptyState>
      </Card>
    </>
  );
};
