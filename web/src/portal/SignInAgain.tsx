import { type ReactNode, useEffect, useRef } from 'react';
import classes from './SignInAgain.module.css';

/** Covers the pages, dialogs included, until somebody has signed in: nobody reads or reaches what is beneath. */
export const SignInAgain = ({ children }: { children: ReactNode }) => {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} className={classes.cover} onCancel={(event) => event.preventDefault()}>
      {children}
    </dialog>
  );
};
