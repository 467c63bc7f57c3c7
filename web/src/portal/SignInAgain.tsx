import { type ReactNode, useLayoutEffect, useRef } from 'react';
import classes from './SignInAgain.module.css';

/**
 * Covers the pages, dialogs included, until somebody has signed in: nobody reads or reaches what is beneath. The keyboard
 * goes back where it was.
 */
export const SignInAgain = ({ children }: { children: ReactNode }) => {
  const dialog = useRef<HTMLDialogElement>(null);
  // Before the browser takes the focus from what is hidden now.
  useLayoutEffect(() => {
    const before = document.activeElement;
    dialog.current?.showModal();
    return () =>
      // Once the pages can be seen again: nothing that is hidden takes it.
      queueMicrotask(() => {
        if (before instanceof HTMLElement && before.isConnected) before.focus();
      });
  }, []);
  return (
    <dialog ref={dialog} className={classes.cover} onCancel={(event) => event.preventDefault()}>
      {children}
    </dialog>
  );
};
