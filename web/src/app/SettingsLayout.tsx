import { useCallback } from 'react';
import { NavLink, Outlet, useLocation } from 'react-router';
import { useCurrentOrganization } from '../api/current-organization.ts';
import { useOwnMembership } from '../api/place.ts';
import { t } from '../i18n/t.ts';
import { paths } from '../paths.ts';
import classes from './SettingsLayout.module.css';

const tabs = () => [
  { label: t('app:profile'), to: paths.settings },
  { label: t('app:members'), to: paths.members },
  { label: t('app:invitations'), to: paths.invitations },
  { label: t('app:teams'), to: paths.teams, isOfTeams: true },
  { label: t('app:accessTokens'), to: paths.tokens },
  { label: t('app:dangerZone'), to: paths.dangerZone },
];

/** The sections of an organization's settings. Teams only show where the server has them. */
export const SettingsLayout = () => {
  const { organization } = useCurrentOrganization();
  const hasTeams = useOwnMembership().data?.hasTeams ?? false;
  const nav = useCurrentTabInSight();
  return (
    <>
      {/* A tab that comes later moves those behind it: they are shown anew. */}
      <nav key={String(hasTeams)} ref={nav} aria-label={t('app:settings')} className={classes.tabs}>
        {tabs()
          .filter(({ isOfTeams }) => hasTeams || !isOfTeams)
          .map(({ label, to }) => (
            <NavLink key={label} to={to(organization.slug)} end className={classes.tab}>
              {label}
            </NavLink>
          ))}
      </nav>
      <Outlet />
    </>
  );
};

/** On a phone the tabs do not fit side by side: the current one is never among those out of sight. */
const useCurrentTabInSight = () => {
  const { pathname } = useLocation();
  return useCallback(
    (nav: HTMLElement | null) => {
      const current = nav?.querySelector<HTMLElement>(`a[href="${pathname}"]`);
      if (nav && current) nav.scrollLeft = current.offsetLeft - nav.clientWidth / 3;
    },
    [pathname],
  );
};
