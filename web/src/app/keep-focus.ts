import { useEffect } from 'react';

/** Where the focus was: the element, and what it stood in, nearest first, with its place among the children. */
type Place = { element: HTMLElement; around: { within: HTMLElement; at: number }[] };

/** So far around the place something else is looked for; beyond that the page itself is meant. */
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

/** Disabled until something is saved: it has the focus again afterwards. */
const isWaiting = (element: HTMLElement): boolean =>
  element.matches('[data-loading]') || (isField(element) && isDisabled(element));

/** Fields only after a field: on a phone one that is given the focus opens the keyboard. */
const firstIn = (within: Element | undefined, after: HTMLElement): HTMLElement | null | undefined =>
  isField(after)
    ? within?.querySelector<HTMLElement>(':is(input, select, textarea, button):enabled, a[href]')
    : within?.querySelector<HTMLElement>('button:enabled, a[href]');

/** A dialog that is still open, else the page. */
const scopeOf = ({ around }: Place, main: HTMLElement): HTMLElement =>
  around.find(({ within }) => within.isConnected && within.matches('[role=dialog]'))?.within ?? main;

const besides = ({ element, around }: Place, scope: HTMLElement): HTMLElement => {
  const present = around.filter(({ within }) => within.isConnected && scope.contains(within));
  for (const { within, at } of present.slice(0, near)) {
    const sameRow = within.children[Math.min(at, within.children.length - 1)];
    const found = firstIn(sameRow, element) ?? firstIn(within, element);
    if (found) return found;
  }
  return scope;
};

/** Watches over the focus; what is answered ends it. */
export const keepFocus = (): (() => void) => {
  let place: Place | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const remember = ({ target }: FocusEvent) => {
    if (target instanceof HTMLElement && target !== document.body) place = placeOf(target);
  };
  // Who points at nothing in particular has left by themselves.
  const forget = () => {
    place = null;
  };
  const restore = () => {
    timer = undefined;
    const main = document.getElementById('main');
    if (!place || !main || document.activeElement !== document.body) return;
    const { element } = place;
    if (element.isConnected && isWaiting(element)) return;
    const scope = scopeOf(place, main);
    // What is behind an open dialog is out of reach.
    if (scope === main && document.querySelector('[aria-modal=true]')) return;
    const next = element.isConnected && !isDisabled(element) ? element : besides(place, scope);
    next.focus({ preventScroll: next === main });
  };
  // Dialogs give the focus back by themselves, a little later.
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

/** What had the focus may be taken off the page or be disabled: whoever works by keyboard then goes on beside it. */
export const useKeptFocus = (): void => useEffect(keepFocus, []);
