import { type ReactNode, type Ref, useEffect, useId, useRef, useState } from 'react';
import { Sending } from '../../ui/dialogs/sending.ts';
import classes from './Dialog.module.css';

type Props = { title: string; onClose: () => void; children: ReactNode };

/** A modal dialog; it cannot be closed while its action is in progress. The focus is restored afterwards. */
export const Dialog = ({ title, onClose, children }: Props) => {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const [isSending, setIsSending] = useState(false);
  useEffect(() => {
    const before = document.activeElement;
    dialog.current?.showModal();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      className={classes.dialog}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        if (!isSending) onClose();
      }}
    >
      <h2 id={titleId} className={classes.title} tabIndex={-1}>
        {title}
      </h2>
      <Sending.Provider value={setIsSending}>{children}</Sending.Provider>
    </dialog>
  );
};

type ListProps = { place: Ref<HTMLDivElement>; children: ReactNode };

/**
 * A list to choose from, of any length: it scrolls by itself, so that the consequences of a choice stay visible
 * below.
 */
export const List = ({ place, children }: ListProps) => (
  <div ref={place} className={classes.list}>
    {children}
  </div>
);

/** The buttons at the end of a dialog or a form: first the action, then the way out. */
export const Acts = ({ children }: { children: ReactNode }) => <div className={classes.acts}>{children}</div>;
