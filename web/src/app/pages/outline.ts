/** The outline delivered with the page for signed-in users: shown until there is content. */

const find = (): HTMLElement | null => document.querySelector<HTMLElement>('#outline:not([hidden])');

let waiting = 0;

/** Whether the outline already indicates loading. */
export const isOutlined = (): boolean => find() !== null;

/** Keeps the outline; the returned function removes it, unless another component waits by then. */
export const keepOutline = (): (() => void) => {
  waiting += 1;
  return () => {
    waiting -= 1;
    queueMicrotask(dropOutline);
  };
};

/** Removes the outline when nothing waits any more. */
export const dropOutline = (): void => {
  if (waiting === 0) find()?.remove();
};
