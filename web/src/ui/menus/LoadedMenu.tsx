import { Menu, type MenuProps } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { LoadedMenuProps } from './MenuButton.tsx';

type Props = LoadedMenuProps &
  Pick<MenuProps, 'position' | 'width'> & { className?: string | undefined; children: ReactNode };

/** The menu of a `MenuButton`: initially open, since the click that loaded it was meant to open it. */
export const LoadedMenu = ({ renderButton, position, width, className, children }: Props) => {
  const [isOpen, setOpen] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The button that this one replaces had the focus.
    place.current?.querySelector('button')?.focus({ preventScroll: true });
    const frame = requestAnimationFrame(() => setOpen(true));
    return () => cancelAnimationFrame(frame);
  }, []);
  return (
    <div ref={place} style={{ display: 'contents' }}>
      <Menu opened={isOpen} onChange={setOpen} position={position ?? 'bottom-end'} width={width ?? 240}>
        <Menu.Target>{renderButton()}</Menu.Target>
        <Menu.Dropdown className={className}>{children}</Menu.Dropdown>
      </Menu>
    </div>
  );
};
