import { Drawer } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { Wordmark } from '../design/Mark.tsx';
import { t } from '../i18n/t.ts';

type Props = { isOpen: boolean; onClose: () => void; children: ReactNode };

/** The navigation on a phone. */
export const NavigationDrawer = ({ isOpen, onClose, children }: Props) => {
  // It slides in also the first time, when it is there only once it was asked for.
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const frame = requestAnimationFrame(() => setShown(isOpen));
    return () => cancelAnimationFrame(frame);
  }, [isOpen]);
  return (
    <Drawer
      opened={isShown}
      onClose={onClose}
      size={288}
      title={<Wordmark />}
      closeButtonProps={{ 'aria-label': t('app:closeNavigation') }}
    >
      {children}
    </Drawer>
  );
};
