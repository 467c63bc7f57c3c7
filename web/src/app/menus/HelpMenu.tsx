import { Menu } from '@mantine/core';
import { IconBook2, IconCode } from '@tabler/icons-react';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { LoadedMenu } from '../../ui/menus/LoadedMenu.tsx';
import type { LoadedMenuProps } from '../../ui/menus/MenuButton.tsx';

const elsewhere = { component: 'a', target: '_blank', rel: 'noreferrer' } as const;

/** Links to documentation. */
export const HelpMenu = (props: LoadedMenuProps) => (
  <LoadedMenu {...props} width={220}>
    <Menu.Item {...elsewhere} href={paths.apiDocs} leftSection={<IconBook2 size={16} aria-hidden />}>
      {t('app:apiReference')}
    </Menu.Item>
    <Menu.Item
      {...elsewhere}
      href={`${paths.apiDocs}/openapi.json`}
      leftSection={<IconCode size={16} aria-hidden />}
    >
      {t('app:openApi')}
    </Menu.Item>
  </LoadedMenu>
);
