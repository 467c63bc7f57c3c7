import { useEffect, useRef, useState } from 'react';
import { serverDate } from '../../api/request/server-time.ts';
import type { CardForm } from '../../buyers/card/stripe.ts';
import { type Bound, focusFirst } from '../../buyers/form/fields.ts';
import { formatTag } from '../../buyers/i18n.ts';
import { amountInput } from '../../buyers/prices/format.ts';
import type { Failure } from '../../buyers/request/call.ts';
import type { FieldErrors } from '../../buyers/request/refusal.ts';
import type { CheckoutChanges, CheckoutPublic } from '../api.ts';
import { t } from '../i18n.ts';
import { failureErrors, failureText } from '../refusal.ts';
import type { CheckoutController } from '../use-checkout.ts';
import { type Answers, incompleteDays } from './custom-fields.ts';
import { formAsLeft, keepTyped } from './draft.ts';
import { amountProblem, asksForAddress, type Field, formErrors } from './form.ts';
import { pay } from './pay.ts';
import { isTaxedAnew, toldFields, untoldAmount } from './tax-facts.ts';
import { useTaxFacts } from './use-tax-facts.ts';

export type Payment = ReturnType<typeof usePayment>;

/** Form values, errors, and the payment action. */
export const usePayment = (checkout: CheckoutPublic, desk: CheckoutController) => {
  const { form, errors, set, bind, answer, forget, addErrors, clear, reject } = useFormState(checkout);
  const [isPaying, setIsPaying] = useState(false);
  const [intent, setIntent] = useState<string | null>(null);
  const card = useRef<CardForm | null>(null);
  const { change, tellTaxFacts, tellAll, latest } = useChanges(checkout, desk, { form, addErrors, clear });
  useReturn(isPaying, desk);
  useGuessedCountry(checkout, form.country, change);
  /** A payment that fails immediately leads back to this form. */
  const awaitOutcome = async () => {
    await desk.wait();
    setIsPaying(false);
  };
  const submit = async () => {
    if (isPaying) return;
    const wrong = mistakesIn(form, checkout);
    reject(wrong);
    if (Object.keys(wrong).length > 0) return;
    setIsPaying(true);
    const untold = await tellAll();
    const obstacle = await findObstacle(desk, untold, { checkout, latest: latest.current });
    if (obstacle !== null) {
      setIsPaying(false);
      return obstacle === 'over' ? undefined : reject({ form: obstacle });
    }
    const result = await pay(form, checkout, card.current);
    if (result.next === 'ask-bank') return setIntent(result.intent);
    if (result.next === 'wait') return awaitOutcome();
    setIsPaying(false);
    if (result.next === 'show-anew') {
      if (await change(result.changes)) reject({ form: result.text });
      return;
    }
    return result.next === 'reload' ? desk.reload() : reject(result.errors);
  };
  const resume = () => {
    setIntent(null);
    void awaitOutcome();
  };
  return {
    form,
    errors,
    problem: errors['form'] ?? null,
    isPaying,
    /** Payment is blocked until the amount is valid. */
    isHeld: amountProblem(form, checkout) !== null,
    intent,
    /** Stripe's card form, when the checkout is paid through Stripe. */
    card,
    set,
    bind,
    answer,
    forget,
    addErrors,
    change,
    tellTaxFacts,
    submit,
    resume,
  };
};

/** What is wrong with the form as it is filled in. */
const mistakesIn = (form: Parameters<typeof formErrors>[0], checkout: CheckoutPublic) => {
  const days = document.querySelectorAll<HTMLInputElement>('form input[type=date]');
  return { ...formErrors(form, checkout, serverDate()), ...incompleteDays(days) };
};

/** Why nothing can be paid now, in words; `over`: the checkout is; null: nothing is in the way. */
const findObstacle = async (
  desk: CheckoutController,
  untold: Failure | null,
  { checkout, latest }: { checkout: CheckoutPublic; latest: CheckoutPublic },
): Promise<string | null> => {
  // The confirmation names what the server does not know of: the total would be another than the shown one.
  if (untold && untold.fields.length === 0) return failureText(untold);
  if (isTaxedAnew(checkout, latest)) return t('error.total');
  const offer = await desk.compare(latest);
  if (offer === 'same') return null;
  if (offer === 'over') return offer;
  return offer === 'changed' ? t('error.price') : failureText(offer);
};

type Form = Pick<ReturnType<typeof useFormState>, 'form' | 'addErrors' | 'clear'>;

/** Sends changes of the checkout. `latest`: as the server has answered last; `tellAll`: what it does not know yet. */
const useChanges = (checkout: CheckoutPublic, desk: CheckoutController, { form, addErrors, clear }: Form) => {
  const changing = useRef<Promise<unknown>>(Promise.resolve());
  const latest = useRef(checkout);
  useEffect(() => {
    latest.current = checkout;
  }, [checkout]);
  /** Sends changes one after the other, so that the last one wins. Returns why they were refused; null: accepted. */
  const send = async (changes: CheckoutChanges): Promise<Failure | null> => {
    const answered = changing.current.then(() => desk.change(changes));
    changing.current = answered;
    const { refused, checkout: changed } = await answered;
    latest.current = changed ?? latest.current;
    if (refused) addErrors(failureErrors(refused, checkout));
    // An error of an earlier response may have arrived after the correction.
    else clear(toldFields(changes));
    return refused;
  };
  const tellTaxFacts = useTaxFacts(form, checkout, send);
  /** The amount is told when its field is left; this one is asked for when that did not succeed. */
  const tellAmount = async (): Promise<Failure | null> => {
    const amount = untoldAmount(form, latest.current);
    return amount === null ? null : send({ amount });
  };
  const tellAll = async (): Promise<Failure | null> => {
    const told = tellTaxFacts();
    // Leaving a field may have started a change: paying waits for it.
    await changing.current;
    return (await told) ?? (await tellAmount());
  };
  /** Returns whether the changes were accepted. */
  const change = async (changes: CheckoutChanges): Promise<boolean> => (await send(changes)) === null;
  return { change, latest, tellTaxFacts, tellAll };
};

/** Another tab may have finished the checkout: looks whenever the buyer comes back to this one. */
const useReturn = (isPaying: boolean, { followElsewhere }: CheckoutController): void => {
  const isBusy = useRef(isPaying);
  useEffect(() => {
    isBusy.current = isPaying;
    if (isPaying) return;
    const look = () => {
      if (!document.hidden) void followElsewhere(() => !isBusy.current);
    };
    window.addEventListener('focus', look);
    document.addEventListener('visibilitychange', look);
    return () => {
      window.removeEventListener('focus', look);
      document.removeEventListener('visibilitychange', look);
    };
  }, [isPaying, followElsewhere]);
};

/** The guessed country decides about taxes and fields: it is sent to the server before the confirmation. */
const useGuessedCountry = (
  checkout: CheckoutPublic,
  country: string,
  change: (changes: CheckoutChanges) => Promise<boolean>,
): void => {
  const isSent = useRef(false);
  useEffect(() => {
    if (isSent.current || checkout.customerBillingAddress || country === '' || !asksForAddress(checkout))
      return;
    isSent.current = true;
    const address = { country, line1: null, line2: null, postalCode: null, city: null, state: null };
    void change({ customerBillingAddress: address, locale: formatTag() });
  });
};

/** Values and errors of the fields; changing a field clears its error. */
const useFormState = (checkout: CheckoutPublic) => {
  const [form, setForm] = useState(() => formAsLeft(checkout));
  const [errors, setErrors] = useState<FieldErrors>({});
  useNewAmount(checkout, (amount) => setForm((typed) => ({ ...typed, amount })));
  const forget = (field: string) => setErrors(({ [field]: _fixed, form: _past, ...others }) => others);
  const set = (field: Field) => (value: string) => {
    setForm((typed) => ({ ...typed, [field]: value }));
    keepTyped(checkout, field, value);
    forget(field);
  };
  const answer = (slug: string, value: Answers[string]) => {
    setForm((typed) => ({ ...typed, answers: { ...typed.answers, [slug]: value } }));
    keepTyped(checkout, `custom.${slug}`, value);
    forget(`custom.${slug}`);
  };
  const bind = (field: Field): Bound => ({
    name: field,
    value: form[field],
    error: errors[field],
    onChange: set(field),
  });
  const addErrors = (wrong: FieldErrors) => setErrors((present) => ({ ...present, ...wrong }));
  const clear = (fields: string[]) =>
    setErrors((present) =>
      Object.fromEntries(Object.entries(present).filter(([key]) => !fields.includes(key))),
    );
  const reject = (wrong: FieldErrors) => {
    setErrors(wrong);
    focusFirst(wrong);
  };
  return { form, errors, set, bind, answer, forget, addErrors, clear, reject };
};

/** Another price starts with its own amount. */
const useNewAmount = (checkout: CheckoutPublic, set: (amount: string) => void): void => {
  const shown = useRef(checkout.productPriceId);
  useEffect(() => {
    if (shown.current === checkout.productPriceId) return;
    shown.current = checkout.productPriceId;
    set(amountInput(checkout.amount, checkout.currency));
  });
};
