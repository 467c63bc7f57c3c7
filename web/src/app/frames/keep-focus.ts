import { useEffect } from 'react';

/** The focused element, and its ancestors, nearest first, each with the index of the child that contains it. */
type Place = { element: HTMLElement; around: { within: HTMLElement; at: number }[] };

/** The number of ancestors searched for another element; beyond them the page itself gets the focus. */
const near = 4;

const placeOf = (element: HTMLElement): Place => {
  const around: Place['around'] = [];
  for (let one = element; one.parentElement; one = one.parentElement)
    around.push({ within: one.parentElement, at: [...one.parentElement.children].indexOf(one) });
  return { element, around };
};

const isDisabled = (element: HTMLElement): boolean => element.matches(':disabled');

const isField = (element: HTMLElement): boolean =>
  element instanceof HTMLInputElement ||
  element instanceof HTMLSelectElement ||
  element instanceof HTMLTextAreaElement;

/** Disabled while saving: it gets the focus again afterwards. */
const isWaiting = (element: HTMLElement): boolean =>
  element.matches('[data-loading]') || (isField(element) && isDisabled(element));

/** Fields only after a field: on a phone, focusing a field opens the keyboard. */
const isNext = (one: HTMLElement, after: HTMLElement): boolean =>
  one.matches('button:enabled, a[href]') || (isField(after) && isField(one) && !isDisabled(one));

/** The element itself, or the first within it. */
const firstIn = (within: Element, after: HTMLElement): HTMLElement | undefined =>
  [within, ...within.querySelectorAll('button, a, input, select, textarea')].find(
    (one): one is HTMLElement => one instanceof HTMLElement && isNext(one, after),
  );

/** The dialog around the place if still open, else the page. */
const scopeOf = ({ around }: Place, main: HTMLElement): HTMLElement =>
  around.find(({ within }) => within.isConnected && within.matches('[role=dialog]'))?.within ?? main;

/** What stands where the element was, what follows it, then what precedes it: the page must not jump to its top. */
const nearestFirst = (children: Element[], at: number): Element[] => {
  const here = Math.min(at, children.length - 1);
  return [...children.slice(here), ...children.slice(0, here).reverse()];
};

const besides = ({ element, around }: Place, scope: HTMLElement): HTMLElement => {
  const present = around.filter(({ within }) => within.isConnected && scope.contains(within));
  for (const { within, at } of present.slice(0, near)) {
    for (const one of nearestFirst([...within.children], at)) {
      const found = firstIn(one, element);
      if (found) return found;
    }
  }
  return scope;
};

const isInDialog = (element: EventTarget | null): boolean =>
  element instanceof Element && element.closest('[role=dialog]') !== null;

/** Watches the focus; returns a function that stops it. */
export const keepFocus = (): (() => void) => {
  let place: Place | null = null;
  // Where the focus was before a dialog: the library does not return it from one that is closed while it opens.
  let opener: HTMLElement | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const remember = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement) || target === document.body) return;
    place = placeOf(target);
    if (!isInDialog(target)) opener = target;
  };
  // A click on an empty place gives up the focus deliberately. One on what has the focus already moves nothing, and
  // would not be remembered anew: so presses the mouse, or a screen reader, what a closed dialog gave the focus back to.
  const forget = ({ target }: PointerEvent) => {
    const { activeElement } = document;
    if (activeElement === place?.element && target instanceof Node && activeElement?.contains(target)) return;
    place = null;
    if (!isInDialog(target)) opener = null;
  };
  const restore = () => {
    timer = undefined;
    const main = document.getElementById('main');
    if (!place || !main || document.activeElement !== document.body) return;
    const { element } = place;
    if (element.isConnected && isWaiting(element)) return;
    const scope = scopeOf(place, main);
    // Elements behind an open dialog must not get the focus.
    if (scope === main && document.querySelector('[aria-modal=true]')) return;
    const next = [element, scope === main ? opener : null].find(
      (one) => one?.isConnected && !isDisabled(one),
    );
    const found = next ?? besides(place, scope);
    found.focus({ preventScroll: found === main });
  };
  // Dialogs restore the focus themselves, a little later.
  const observer = new MutationObserver(() => {
    timer ??= setTimeout(restore, 100);
  });
  document.addEventListener('focusin', remember);
  document.addEventListener('pointerdown', forget, true);
  observer.observe(document.body, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['disabled', 'data-loading'],
  });
  return () => {
    clearTimeout(timer);
    observer.disconnect();
    document.removeEventListener('focusin', remember);
    document.removeEventListener('pointerdown', forget, true);
  };
};

/**
 * Moves the focus to a neighbour when the focused element is removed or disabled, so that keyboard users keep their
 * place.
 */
export const useKeptFocus = (): void => useEffect(keepFocus, []);
