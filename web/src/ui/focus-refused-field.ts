import { focusRefusedField } from './refused-field.ts';

/**
 * Takes whoever sent a form to the first field that was refused, by the page at once or by the server later: the field may
 * be out of sight, and a screen reader would say nothing. Whoever types meanwhile is left alone.
 */
export const focusRefusedFields = (): void => {
  const onSubmit = ({ target: form }: Event): void => {
    if (!(form instanceof HTMLFormElement)) return;
    // The form shows what is wrong before the next frame.
    requestAnimationFrame(() => focusRefused(form) || focusOnceRefused(form));
  };
  // On the way down: a dialog that asks before something is lost tells nobody around it that it is sent.
  document.addEventListener('submit', onSubmit, { capture: true });
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
