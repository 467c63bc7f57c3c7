import { UnstyledButton } from '@mantine/core';
import {
  type ComponentType,
  type LazyExoticComponent,
  lazy,
  type ReactNode,
  Suspense,
  useState,
} from 'react';

/** What a menu file exports: the whole menu around its button, open from the start. */
export type LoadedMenuProps = { renderButton: (onClick?: () => void) => ReactNode };
type Load = () => Promise<ComponentType<LoadedMenuProps>>;

const menus = new Map<Load, LazyExoticComponent<ComponentType<LoadedMenuProps>>>();

const menuOf = (load: Load) => {
  const known = menus.get(load) ?? lazy(async () => ({ default: await load() }));
  menus.set(load, known);
  return known;
};

type Props = {
  label: string;
  className: string | undefined;
  /** The file of the menu: fetched when one is about to open it. The same function each time. */
  load: Load;
  onPrepare?: () => void;
  children: ReactNode;
};

/** A button whose menu is fetched when one points at it, so that no first page waits for menus. */
export const MenuButton = ({ label, className, load, onPrepare, children }: Props) => {
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
  if (!isWanted) return closed;
  const Loaded = menuOf(load);
  return (
    <Suspense fallback={closed}>
      <Loaded renderButton={button} />
    </Suspense>
  );
};
