/** The outline that the page was delivered with, for whoever is signed in: it stands until there is something to see. */

const find = (): HTMLElement | null => document.querySelector<HTMLElement>('#outline:not([hidden])');

let waiting = 0;

/** Whether the outline says already that something is coming. */
export const isOutlined = (): boolean => find() !== null;

/** Keeps the outline; the function that it answers lets it go, unless something else has taken over the waiting. */
export const keepOutline = (): (() => void) => {
  waiting += 1;
  return () => {
    waiting -= 1;
    queueMicrotask(dropOutline);
  };
};

/** Takes the outline away where nothing waits any more. */
export const dropOutline = (): void => {
  if (waiting === 0) find()?.remove();
};
