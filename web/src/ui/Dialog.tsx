import { Modal, type ModalProps } from '@mantine/core';
import { useEffect, useState } from 'react';
import { t } from '../i18n/t.ts';
import { Sending } from './sending.ts';

/**
 * A dialog. Afterwards the focus is where it was, also when the dialog is only rendered while it is open. It cannot be
 * left while something is sent (`useSending`): whoever opened it again could send it twice. A click beside it does not
 * lose what was typed.
 */
export const Dialog = ({ closeOnEscape = true, closeOnClickOutside = true, ...props }: ModalProps) => {
  const [isSending, setIsSending] = useState(false);
  const [isTyped, setIsTyped] = useState(false);
  if (!props.opened && isTyped) setIsTyped(false);
  useFocusBack(props.opened);
  return (
    <Sending.Provider value={setIsSending}>
      <Modal
        closeButtonProps={{ 'aria-label': t('ui:close'), disabled: isSending }}
        closeOnEscape={closeOnEscape && !isSending}
        closeOnClickOutside={closeOnClickOutside && !isSending && !isTyped}
        onInput={() => setIsTyped(true)}
        {...props}
      />
    </Sending.Provider>
  );
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
