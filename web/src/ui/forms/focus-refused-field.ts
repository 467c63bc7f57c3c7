import { focusRefusedField } from './refused-field.ts';

/**
 * Focuses the first refused field after a submission, whether the page or the server refused it: the field may be out
 * of view, and a screen reader would not announce it. Does nothing once the user types on. Returns a function that stops it.
 */
export const focusRefusedFields = (): (() => void) => {
  const onSubmit = ({ target: form }: Event): void => {
    if (!(form instanceof HTMLFormElement)) return;
    // The form renders its errors before the next frame.
    requestAnimationFrame(() => focusRefused(form) || focusOnceRefused(form));
  };
  // In the capture phase: confirmation dialogs stop the event from bubbling.
  document.addEventListener('submit', onSubmit, { capture: true });
  return () => document.removeEventListener('submit', onSubmit, { capture: true });
};

const focusRefused = (form: HTMLFormElement): boolean => {
  const field = form.querySelector<HTMLElement>('[aria-invalid="true"]');
  if (field === null) return false;
  focusRefusedField(field);
  return true;
};

const focusOnceRefused = (form: HTMLFormElement): void => {
  const observer = new MutationObserver(() => {
    if (focusRefused(form)) observer.disconnect();
  });
  observer.observe(form, { subtree: true, attributeFilter: ['aria-invalid'] });
  form.addEventListener('input', () => observer.disconnect(), { once: true });
};
