import { Menu, UnstyledButton } from '@mantine/core';
import { IconPlus, IconSelector } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useCurrentOrganization } from '../api/current-organization.ts';
import { firstOrganizations, usePrefetchOrganizations } from '../api/organizations.ts';
import { paths } from '../paths.ts';
import { Initial } from '../ui/Initial.tsx';
import { OrganizationChoice } from './OrganizationChoice.tsx';
import classes from './OrganizationSwitcher.module.css';

type Props = { onSwitch: () => void };

/** Shows where one is, and leads to one's other organizations: they are asked for when one is about to open it. */
export const OrganizationSwitcher = ({ onSwitch }: Props) => {
  const { organization } = useCurrentOrganization();
  const prefetch = usePrefetchOrganizations();
  const prepare = () => prefetch(firstOrganizations, { ifOlderThan: 60 });
  return (
    <Menu width={240} position="bottom-start">
      <Menu.Target>
        <UnstyledButton
          className={classes.button}
          aria-label={`Organization ${organization.name}, switch`}
          onPointerEnter={prepare}
          onFocus={prepare}
        >
          <Initial name={organization.name} />
          <span className={classes.name}>{organization.name}</span>
          <IconSelector size={16} aria-hidden className={classes.icon} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown className={classes.dropdown}>
        <Menu.Label>Organizations</Menu.Label>
        <OrganizationChoice onSwitch={onSwitch} />
        <Menu.Divider />
        <Menu.Item
          component={Link}
          to={paths.newOrganization}
          onClick={onSwitch}
          leftSection={<IconPlus size={16} aria-hidden />}
        >
          New organization
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
};
