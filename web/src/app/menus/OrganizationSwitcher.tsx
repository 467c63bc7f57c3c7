import { IconSelector } from '@tabler/icons-react';
import { useCallback } from 'react';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import { firstOrganizations, usePrefetchOrganizations } from '../../api/organization/organizations.ts';
import { t } from '../../i18n/t.ts';
import { Initial } from '../../ui/display/Initial.tsx';
import { lazyMenu, MenuButton } from '../../ui/menus/MenuButton.tsx';
import classes from './OrganizationSwitcher.module.css';

const organizations = lazyMenu(async () => (await import('./OrganizationMenu.tsx')).OrganizationMenu);

/** Shows the current organization and leads to the user's others, which are prefetched on approach. */
export const OrganizationSwitcher = () => {
  const { organization } = useCurrentOrganization();
  const prefetch = usePrefetchOrganizations();
  const prepare = useCallback(() => prefetch(firstOrganizations, { ifOlderThan: 60 }), [prefetch]);
  return (
    <MenuButton
      label={t('app:organizationSwitch', { name: organization.name })}
      className={classes.button}
      menu={organizations}
      onPrepare={prepare}
    >
      <Initial name={organization.name} image={organization.logo} />
      <span className={classes.name}>{organization.name}</span>
      <IconSelector size={16} aria-hidden className={classes.icon} />
    </MenuButton>
  );
};
