import { type MantineColorScheme, Menu, useMantineColorScheme } from '@mantine/core';
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';
import { schemeCookie } from '@tessera/proto/api/scheme-cookie';
import type { Key } from '../../i18n/catalogues.ts';
import { t } from '../../i18n/t.ts';

const choices = [
  { scheme: 'auto', label: 'app:asTheSystem', icon: IconDeviceDesktop },
  { scheme: 'light', label: 'app:light', icon: IconSun },
  { scheme: 'dark', label: 'app:dark', icon: IconMoon },
] as const satisfies { scheme: MantineColorScheme; label: Key; icon: typeof IconSun }[];

/** Saved in a cookie, so that the next page is delivered in it before any script runs. */
const saveScheme = (scheme: string): void => {
  // oxlint-disable-next-line unicorn/no-document-cookie -- the Cookie Store API is not in all browsers yet
  document.cookie = `${schemeCookie}=${scheme}; path=/; max-age=31536000; samesite=lax`;
};

/** Light, dark, or the system's scheme, as menu items. */
export const SchemeChoice = () => {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <>
      <Menu.Label>{t('app:appearance')}</Menu.Label>
      <Menu.RadioGroup
        value={colorScheme}
        onChange={(scheme) => {
          setColorScheme(scheme as MantineColorScheme);
          saveScheme(scheme);
        }}
      >
        {choices.map(({ scheme, label, icon: Icon }) => (
          <Menu.RadioItem key={scheme} value={scheme} rightSection={<Icon size={16} aria-hidden />}>
            {t(label)}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </>
  );
};
