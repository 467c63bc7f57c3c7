import { ActionIcon, type MantineColorScheme, Menu, useMantineColorScheme } from '@mantine/core';
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';

const choices = [
  { scheme: 'auto', label: 'Follow the system', icon: IconDeviceDesktop },
  { scheme: 'light', label: 'Light', icon: IconSun },
  { scheme: 'dark', label: 'Dark', icon: IconMoon },
] as const satisfies { scheme: MantineColorScheme; label: string; icon: typeof IconSun }[];

/** Light, dark, or as the system says. */
export const SchemeMenu = () => {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const { icon: Current } = choices.find(({ scheme }) => scheme === colorScheme) ?? choices[0];
  return (
    <Menu position="bottom-end" width={190}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label="Appearance">
          <Current size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup
          value={colorScheme}
          onChange={(scheme) => setColorScheme(scheme as MantineColorScheme)}
        >
          {choices.map(({ scheme, label }) => (
            <Menu.RadioItem key={scheme} value={scheme}>
              {label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
};
