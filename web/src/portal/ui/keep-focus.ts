/** Where the keyboard goes on when what it was at has vanished: a link that was followed, a button whose act is done. */
import { type RefObject, useEffect } from 'react';

const named = 'section, dialog';
const field = 'form :is(input, select, textarea):not(:disabled)';

/** The form that has taken the place of a button, else the name of the part that it was in, else that of the page. */
const nextOf = (region: Element, part: Element | undefined): HTMLElement | null =>
  // The next step of a dialog is read from its beginning.
  (part instanceof HTMLDialogElement ? null : part?.querySelector<HTMLElement>(field)) ??
  part?.querySelector<HTMLElement>('h2') ??
  region.querySelector<HTMLElement>('h1');

/** Browsers let the focus fall to the beginning of the document, and a screen reader then says nothing. */
export const useKeptFocus = (region: RefObject<HTMLElement | null>): void => {
  useEffect(() => {
    const { current } = region;
    if (current === null) return undefined;
    let last: Element | null = null;
    let parts: Element[] = [];
    const remember = ({ target }: FocusEvent) => {
      last = target instanceof Element ? target : null;
      parts = [];
      for (let at = last?.closest(named); at; at = at.parentElement?.closest(named)) parts.push(at);
    };
    const goOn = () => {
      if (last === null || last.isConnected || document.activeElement !== document.body) return;
      last = null;
      nextOf(
        current,
        parts.find((part) => part.isConnected),
      )?.focus({ preventScroll: true });
    };
    // Whoever left it on their own has nothing to go on with. Browsers tell of it in this way, too, as it is removed.
    const forget = ({ target }: FocusEvent) =>
      queueMicrotask(() => {
        if (target === last && last?.isConnected) last = null;
      });
    const changes = new MutationObserver(goOn);
    changes.observe(current, { childList: true, subtree: true });
    current.addEventListener('focusin', remember);
    current.addEventListener('focusout', forget);
    return () => {
      changes.disconnect();
      current.removeEventListener('focusin', remember);
      current.removeEventListener('focusout', forget);
    };
  }, [region]);
};
