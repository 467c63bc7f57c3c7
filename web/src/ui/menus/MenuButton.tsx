import { UnstyledButton } from '@mantine/core';
import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react';

/** The export of a menu file: the menu around its button, initially open. */
export type LoadedMenuProps = { renderButton: (onClick?: () => void) => ReactNode };

/** A menu in a chunk of its own, loaded when it is about to be opened. */
export const lazyMenu = (load: () => Promise<ComponentType<LoadedMenuProps>>) => ({
  load,
  Loaded: lazy(async () => ({ default: await load() })),
});

type Props = {
  label: string;
  className: string | undefined;
  menu: ReturnType<typeof lazyMenu>;
  onPrepare?: () => void;
  children: ReactNode;
};

/** A button whose menu is loaded on hover, so that no first page waits for menus. */
export const MenuButton = ({ label, className, menu: { load, Loaded }, onPrepare, children }: Props) => {
  const [isWanted, setWanted] = useState(false);
  const prepare = () => {
    void load().catch(() => undefined);
    onPrepare?.();
  };
  const button = (onClick?: () => void) => (
    <UnstyledButton
      className={className}
      aria-label={label}
      aria-haspopup="menu"
      onPointerEnter={prepare}
      onFocus={prepare}
      onClick={onClick}
    >
      {children}
    </UnstyledButton>
  );
  const closed = button(() => setWanted(true));
  return isWanted ? (
    <Suspense fallback={closed}>
      <Loaded renderButton={button} />
    </Suspense>
  ) : (
    closed
  );
};
