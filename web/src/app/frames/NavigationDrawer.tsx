import { Drawer } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { Wordmark } from '../../design/Mark.tsx';
import { t } from '../../i18n/t.ts';

type Props = { isOpen: boolean; onClose: () => void; children: ReactNode };

/** The navigation on a phone. */
export const NavigationDrawer = ({ isOpen, onClose, children }: Props) => {
  // Mounted on first use, so it opens a render later: otherwise the first opening would not slide in.
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
