import { useEffect, useRef, useState } from 'react';
import { serverDate } from '../api/server-time.ts';
import { hasStates } from '../buyers/address.ts';
import { type Bound, focusFirst } from '../buyers/fields.ts';
import { amountInput } from '../buyers/format.ts';
import { formatTag } from '../buyers/i18n.ts';
import type { FieldErrors } from '../buyers/refusal.ts';
import type { CardForm } from '../buyers/stripe.ts';
import type { CheckoutChanges, CheckoutPublic } from './api.ts';
import type { Answers } from './custom-fields.ts';
import { formAsLeft, keepTyped } from './draft.ts';
import { amountProblem, asksForAddress, type CheckoutForm, type Field, formErrors } from './form.ts';
import { t } from './i18n.ts';
import { pay } from './pay.ts';
import { failureErrors } from './refusal.ts';
import { isTaxedAnew, toldFields, untoldTaxFacts } from './tax-facts.ts';
import type { CheckoutController } from './use-checkout.ts';

export type Payment = ReturnType<typeof usePayment>;

/** What has been typed, what is wrong with it, and the act of paying. */
export const usePayment = (checkout: CheckoutPublic, desk: CheckoutController) => {
  const { form, errors, set, bind, answer, forget, addErrors, clear, reject } = useFormState(checkout);
  const [isPaying, setIsPaying] = useState(false);
  const [intent, setIntent] = useState<string | null>(null);
  const changing = useRef<Promise<unknown>>(Promise.resolve());
  const card = useRef<CardForm | null>(null);
  const latest = useRef(checkout);
  useEffect(() => {
    latest.current = checkout;
  }, [checkout]);

  /** One change after the other: what was said last is what stands. Answers whether it was taken. */
  const change = async (changes: CheckoutChanges): Promise<boolean> => {
    const answered = changing.current.then(() => desk.change(changes));
    changing.current = answered;
    const { refused, checkout: changed } = await answered;
    latest.current = changed ?? latest.current;
    if (refused) addErrors(failureErrors(refused, checkout));
    // What an earlier answer said of it may have come after it was corrected.
    else clear(toldFields(changes));
    return refused === null;
  };
  useGuessedCountry(checkout, form.country, change);
  const tellTaxFacts = useTaxFacts(form, checkout, change);
  /** A payment that failed at once leads back to this very form. */
  const awaitOutcome = async () => {
    await desk.wait();
    setIsPaying(false);
  };
  const submit = async () => {
    if (isPaying) return;
    const wrong = formErrors(form, checkout, serverDate());
    reject(wrong);
    if (Object.keys(wrong).length > 0) return;
    setIsPaying(true);
    tellTaxFacts();
    // Leaving a field may just have changed the checkout; paying comes after.
    await changing.current;
    if (isTaxedAnew(checkout, latest.current)) {
      setIsPaying(false);
      return reject({ form: t('error.total') });
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
    /** Nothing can be paid before the amount is one that the seller takes. */
    isHeld: amountProblem(form, checkout) !== null,
    intent,
    /** Stripe's own form for the card, where that is what the checkout is paid with. */
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

/** Where the buyer probably is decides taxes and what is asked for: the server hears of it before it is confirmed. */
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

/** Tells the server what decides about the tax: each once, when its field is left, a state when it is chosen. */
const useTaxFacts = (
  form: CheckoutForm,
  checkout: CheckoutPublic,
  change: (changes: CheckoutChanges) => Promise<boolean>,
): (() => void) => {
  const told = useRef('');
  const tell = () => {
    const facts = untoldTaxFacts(form, checkout);
    const text = JSON.stringify(facts);
    if (facts === null || text === told.current) return;
    told.current = text;
    void change(facts);
  };
  const { country, state } = form;
  useEffect(() => {
    if (hasStates(country) && state !== '') tell();
    // oxlint-disable-next-line react/exhaustive-deps -- only another state is news
  }, [country, state]);
  return tell;
};

/** The fields' values and mistakes; touching a field takes its mistake away. */
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

/** Another price begins with an amount of its own. */
const useNewAmount = (checkout: CheckoutPublic, set: (amount: string) => void): void => {
  const shown = useRef(checkout.productPriceId);
  useEffect(() => {
    if (shown.current === checkout.productPriceId) return;
    shown.current = checkout.productPriceId;
    set(amountInput(checkout.amount, checkout.currency));
  });
};
