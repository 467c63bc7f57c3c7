import { Modal, type ModalProps } from '@mantine/core';
import { type RefObject, useEffect, useRef, useState } from 'react';
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
 * The library itself gives the focus back only where a dialog was closed when it was first rendered. One that begins open goes
 * afterwards, or stays closed where only its code came later than the wish for it. Answers the place of the dialog.
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

/** Whether nothing has the focus, or only what fades with the dialog. */
const isFocusLost = (place: RefObject<HTMLElement | null>): boolean =>
  document.activeElement === document.body || place.current?.contains(document.activeElement) === true;
