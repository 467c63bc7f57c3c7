import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import classes from './OverPage.module.css';

type Props = { label: string; lastFocused: RefObject<HTMLElement | null>; children: ReactNode };

/** What had the focus last, also when it has lost it to nothing else. */
export const useLastFocused = (): RefObject<HTMLElement | null> => {
  const last = useRef<HTMLElement | null>(null);
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement) last.current = target;
    };
    document.addEventListener('focusin', note);
    return () => document.removeEventListener('focusin', note);
  }, []);
  return last;
};

/**
 * Covers everything, open dialogs included, which would otherwise stay in front and keep the keyboard to themselves:
 * the browser shows it on top and makes the rest inert. The focus is given back to what had it.
 */
export const OverPage = ({ label, lastFocused, children }: Props) => {
  const dialog = useRef<HTMLDialogElement>(null);
  // Before the browser takes the focus from what is hidden.
  useLayoutEffect(() => {
    const present = document.activeElement;
    // A button that is disabled while its request is under way has lost it already.
    const before = present === document.body ? lastFocused.current : present;
    open(dialog.current);
    return () =>
      // Once the page is visible again: what is hidden cannot be focused.
      queueMicrotask(() => {
        if (before instanceof HTMLElement && before.isConnected) before.focus();
      });
  }, [lastFocused]);
  return (
    <dialog
      ref={dialog}
      className={classes.over}
      aria-label={label}
      onCancel={(event) => event.preventDefault()}
      // Browsers let a second Escape close any dialog.
      onClose={() => open(dialog.current)}
    >
      {children}
    </dialog>
  );
};

const open = (dialog: HTMLDialogElement | null): void => {
  if (!dialog || dialog.open) return;
  // Older browsers know no modal dialogs: it is then shown in place of the page.
  if ('showModal' in dialog) dialog.showModal();
  else (dialog as HTMLDialogElement).setAttribute('open', '');
};
