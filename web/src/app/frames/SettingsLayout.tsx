import { Outlet } from 'react-router';
import { useMovesClock } from '../../api/installation/clock-right.ts';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import { useOwnMembership } from '../../api/organization/own-membership.ts';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { TabLinks } from '../../ui/pages/TabLinks.tsx';
import classes from './SettingsLayout.module.css';

const tabs = () => [
  { label: t('app:profile'), to: paths.settings },
  { label: t('app:brand'), to: paths.brand },
  { label: t('app:taxes'), to: paths.taxes },
  { label: t('app:customerPortal'), to: paths.customerPortal },
  { label: t('app:paymentAccount'), to: paths.paymentAccount },
  { label: t('app:notifications'), to: paths.notifications },
  { label: t('app:members'), to: paths.members },
  { label: t('app:invitations'), to: paths.invitations },
  { label: t('app:teams'), to: paths.teams, isOfTeams: true },
  { label: t('app:accessTokens'), to: paths.tokens },
  { label: t('app:appsWithAccess'), to: paths.organizationApps },
  { label: t('app:timeMachine'), to: paths.timeMachine, isOfClock: true },
  { label: t('app:dangerZone'), to: paths.dangerZone },
];

/** The sections of an organization's settings. Teams are shown only where the server has them. */
export const SettingsLayout = () => {
  const { organization } = useCurrentOrganization();
  const hasTeams = useOwnMembership().data?.hasTeams ?? false;
  const hasClock = useMovesClock();
  const shown = tabs().filter(
    ({ isOfTeams, isOfClock }) => (hasTeams || !isOfTeams) && (hasClock || !isOfClock),
  );
  return (
    <div className={classes.settings}>
      <TabLinks
        isBeside
        label={t('app:settings')}
        tabs={shown.map(({ label, to }) => ({ label, to: to(organization.slug) }))}
      />
      <div className={classes.section}>
        <Outlet />
      </div>
    </div>
  );
};
