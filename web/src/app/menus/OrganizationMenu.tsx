import { Menu } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link } from 'react-router';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { LoadedMenu } from '../../ui/menus/LoadedMenu.tsx';
import type { LoadedMenuProps } from '../../ui/menus/MenuButton.tsx';
import { OrganizationChoice } from './OrganizationChoice.tsx';
import classes from './OrganizationSwitcher.module.css';

/** The user's organizations, and creating another one. */
export const OrganizationMenu = (props: LoadedMenuProps) => (
  <LoadedMenu {...props} position="bottom-start" width={240} className={classes.dropdown}>
    <Menu.Label>{t('app:organizations')}</Menu.Label>
    <OrganizationChoice />
    <Menu.Divider />
    <Menu.Item component={Link} to={paths.newOrganization} leftSection={<IconPlus size={16} aria-hidden />}>
      {t('app:newOrganization')}
    </Menu.Item>
  </LoadedMenu>
);
