import { Outlet, useLocation } from 'react-router';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { PageHeader } from '../../ui/pages/PageHeader.tsx';
import { TabLinks } from '../../ui/pages/TabLinks.tsx';

const tabs = () => [
  { label: t('account:profile'), to: paths.accountProfile },
  { label: t('account:security'), to: paths.accountSecurity },
  { label: t('account:sessions'), to: paths.accountSessions },
  { label: t('account:appsWithAccess'), to: paths.accountApps },
  { label: t('account:oauthApps'), to: paths.oauthApps },
  { label: t('account:leave'), to: paths.accountLeave },
];

/** The layout of all sections of the user's account. Names the browser tab after the current section. */
export const AccountLayout = () => {
  const { pathname } = useLocation();
  const shown = tabs();
  return (
    <>
      <PageHeader
        title={t('account:yourAccount')}
        tab={shown.find(({ to }) => to === pathname)?.label}
        description={t('account:whoYouAreAndHow')}
      />
      <TabLinks label={t('account:yourAccount')} tabs={shown} />
      <Outlet />
    </>
  );
};
