import { Modal, type ModalProps } from '@mantine/core';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { t } from '../../i18n/t.ts';
import { Sending } from './sending.ts';

/**
 * A dialog. The focus is restored afterwards, also when the dialog is only mounted while open. It cannot be closed
 * while a request is in flight (`useSending`), since reopening it could send the request twice. A click outside does
 * not discard input.
 */
export const Dialog = ({ closeOnEscape = true, closeOnClickOutside = true, ...props }: ModalProps) => {
  const [isSending, setIsSending] = useState(false);
  const [isTyped, setIsTyped] = useState(false);
  if (!props.opened && isTyped) setIsTyped(false);
  const place = useFocusBack(props.opened);
  return (
    <Sending.Provider value={setIsSending}>
      <Modal
        ref={place}
        closeButtonProps={{ 'aria-label': t('ui:close'), disabled: isSending }}
        closeOnEscape={closeOnEscape && !isSending}
        closeOnClickOutside={closeOnClickOutside && !isSending && !isTyped}
        onInput={() => setIsTyped(true)}
        {...props}
      />
    </Sending.Provider>
  );
};

/**
 * The library restores the focus only for a dialog that was closed at its first render. This covers those that start
 * open, unless only their chunk loaded later than they were opened. Returns the ref for the dialog.
 */
const useFocusBack = (isOpen: boolean): RefObject<HTMLDivElement | null> => {
  const place = useRef<HTMLDivElement>(null);
  const [opener, setOpener] = useState(() => (isOpen ? document.activeElement : null));
  if (!isOpen && opener !== null) setOpener(null);
  useEffect(() => {
    if (!isOpen) return;
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected && isFocusLost(place))
        opener.focus({ preventScroll: true });
    };
  }, [isOpen, opener]);
  return place;
};

/** Whether nothing has the focus, or only the closing dialog. */
const isFocusLost = (place: RefObject<HTMLElement | null>): boolean =>
  document.activeElement === document.body || place.current?.contains(document.activeElement) === true;
