import { Modal, type ModalProps } from '@mantine/core';
import { useEffect, useState } from 'react';
import { t } from '../i18n/t.ts';

/** A dialog. Afterwards the focus is where it was, also when the dialog is only rendered while it is open. */
export const Dialog = (props: ModalProps) => {
  useFocusBack(props.opened);
  return <Modal closeButtonProps={{ 'aria-label': t('ui:close') }} {...props} />;
};

/** The library itself gives the focus back only to dialogs that stay rendered while closed. */
const useFocusBack = (isOpen: boolean): void => {
  const [opener] = useState(() => (isOpen ? document.activeElement : null));
  useEffect(
    () => () => {
      const isLost = document.activeElement === document.body;
      if (isLost && opener instanceof HTMLElement && opener.isConnected)
        opener.focus({ preventScroll: true });
    },
    [opener],
  );
};
