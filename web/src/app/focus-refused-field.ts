/**
 * Takes whoever sent a form to the first field that was refused, as the browser does with its own checks: on a phone the
 * field may be out of sight, and a screen reader would say nothing.
 */
export const focusRefusedFields = (): void => {
  document.addEventListener('submit', ({ target }) => {
    // The form shows what is wrong before the next frame.
    requestAnimationFrame(() => {
      if (target instanceof HTMLFormElement)
        target.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    });
  });
};
