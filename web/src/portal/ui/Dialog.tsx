import { type ReactNode, type Ref, useEffect, useId, useRef, useState } from 'react';
import { Sending } from '../../ui/sending.ts';
import classes from './Dialog.module.css';

type Props = { title: string; onClose: () => void; children: ReactNode };

/**
 * Something to decide before one goes on; not left while that is on its way. The keyboard goes back where it came from.
 */
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

/** What is chosen from, however long: it scrolls by itself, so that what follows from a choice stays in sight beneath. */
export const List = ({ place, children }: ListProps) => (
  <div ref={place} className={classes.list}>
    {children}
  </div>
);

/** What can be decided, at the end of a dialog or a form: first the act, then the way out. */
export const Acts = ({ children }: { children: ReactNode }) => <div className={classes.acts}>{children}</div>;
