/** Moves the focus when the focused element is removed: a followed link, a button whose action is done. */
import { type RefObject, useEffect } from 'react';

const named = 'section, dialog';
/** The card's own fields are in a frame of Stripe's, which comes later. */
const field = 'form :is(input, select, textarea, [data-stripe-card]):not(:disabled)';

/** The form that has replaced a button, or the heading of the section, or that of the page. */
const nextOf = (region: Element, part: Element | undefined): HTMLElement | null =>
  // The next step of a dialog is read from its heading.
  (part instanceof HTMLDialogElement ? null : part?.querySelector<HTMLElement>(field)) ??
  part?.querySelector<HTMLElement>('h2') ??
  region.querySelector<HTMLElement>('h1');

/** Otherwise browsers reset the focus to the document, and screen readers announce nothing. */
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
    // A user who moved the focus needs no replacement. Browsers may also fire this on removal, hence the check, and
    // for a field that is disabled while its form is sent, which may be removed then.
    const forget = ({ target }: FocusEvent) =>
      queueMicrotask(() => {
        if (target === last && last?.isConnected && !last.matches(':disabled')) last = null;
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
