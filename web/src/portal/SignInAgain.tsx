import { type ReactNode, useLayoutEffect, useRef } from 'react';
import classes from './SignInAgain.module.css';

/**
 * Covers the pages, dialogs included, until the customer has signed in: the pages below are hidden and inert. The
 * focus is restored afterwards.
 */
export const SignInAgain = ({ children }: { children: ReactNode }) => {
  const dialog = useRef<HTMLDialogElement>(null);
  // Before the browser removes the focus from hidden content.
  useLayoutEffect(() => {
    const before = document.activeElement;
    dialog.current?.showModal();
    return () =>
      // Once the pages are visible again: hidden elements cannot be focused.
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
