import { useRef, useState } from 'react';
import { type FieldErrors, failureErrors } from '../ui/form-errors.ts';
import type { CheckoutChanges, CheckoutPublic } from './api.ts';
import { amountProblem, checkoutFields, type Field, formErrors, formOf } from './form.ts';
import { pay } from './pay.ts';
import type { CheckoutController } from './use-checkout.ts';

/** An input's name, value and mistake, and how to change it. */
export type Bound = {
  name: Field;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
};

/** What has been typed, what is wrong with it, and the act of paying. */
export const usePayment = (checkout: CheckoutPublic, desk: CheckoutController) => {
  const { form, errors, set, bind, addErrors, reject } = useFormState(checkout);
  const [isPaying, setIsPaying] = useState(false);
  const [intent, setIntent] = useState<string | null>(null);
  const changing = useRef<Promise<unknown>>(Promise.resolve());

  const change = async (changes: CheckoutChanges) => {
    const answer = desk.change(changes);
    changing.current = answer;
    const refused = await answer;
    if (refused) addErrors(failureErrors(refused, checkoutFields));
  };
  /** A payment that failed at once leads back to this very form. */
  const settle = async () => {
    await desk.wait();
    setIsPaying(false);
  };
  const submit = async () => {
    if (isPaying) return;
    const wrong = formErrors(form, checkout, new Date());
    reject(wrong);
    if (Object.keys(wrong).length > 0) return;
    setIsPaying(true);
    // Leaving a field may just have changed the checkout; paying comes after.
    await changing.current;
    const result = await pay(form, checkout);
    if (result.next === 'ask-bank') return setIntent(result.intent);
    if (result.next === 'wait') return settle();
    setIsPaying(false);
    return result.next === 'reload' ? desk.reload() : reject(result.errors);
  };
  const resume = () => {
    setIntent(null);
    void settle();
  };
  return {
    form,
    problem: errors['form'] ?? null,
    isPaying,
    /** Nothing can be paid before the amount is one that the seller takes. */
    isHeld: amountProblem(form, checkout) !== null,
    intent,
    set,
    bind,
    addErrors,
    change,
    submit,
    resume,
  };
};

/** The fields' values and mistakes; touching a field takes its mistake away. */
const useFormState = (checkout: CheckoutPublic) => {
  const [form, setForm] = useState(() => formOf(checkout));
  const [errors, setErrors] = useState<FieldErrors>({});
  const set = (field: Field) => (value: string) => {
    setForm((typed) => ({ ...typed, [field]: value }));
    setErrors(({ [field]: _fixed, form: _past, ...others }) => others);
  };
  const bind = (field: Field): Bound => ({
    name: field,
    value: form[field],
    error: errors[field],
    onChange: set(field),
  });
  const addErrors = (wrong: FieldErrors) => setErrors((present) => ({ ...present, ...wrong }));
  const reject = (wrong: FieldErrors) => {
    setErrors(wrong);
    focusFirst(wrong);
  };
  return { form, errors, set, bind, addErrors, reject };
};

/** The keyboard and a screen reader go where the first mistake is. */
const focusFirst = (errors: FieldErrors): void => {
  const fields = [...document.querySelectorAll<HTMLInputElement | HTMLSelectElement>('form [name]')];
  const first = fields.find(({ name }) => errors[name] !== undefined);
  // A form that is being paid is disabled until the next frame.
  requestAnimationFrame(() => first?.focus());
};
