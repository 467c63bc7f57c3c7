import { type UseFormInput, type UseFormReturnType, useForm } from '@mantine/form';
import { createContext, useCallback, useContext, useEffect, useRef, useState } from 'react';
import { useDispatch } from 'react-redux';
import { formHeld, formReleased } from '../api/unsaved.ts';

/** A form that is not left with something unsaved unless its author says so. */
export type GuardedForm<Values extends object> = UseFormReturnType<Values> & {
  /** These values (else those that stand in the form) are saved: if nothing else was typed, the page may be left at once. */
  saved: (values?: Values) => void;
};

/** Every form of the dashboard: as `useForm`, and the page warns before it is left with changes. */
export const useGuardedForm = <Values extends object>(options: UseFormInput<Values>): GuardedForm<Values> => {
  const form = useForm<Values>(options);
  const release = useHold(form.isDirty());
  const saved = (values?: Values) => {
    form.resetDirty(values);
    if (!form.isDirty()) release();
  };
  return { ...form, saved };
};

/** As text, without what a row is called on this page alone. */
const textOf = (value: unknown): string =>
  JSON.stringify(value, (name, inner: unknown) => (name === 'key' ? undefined : inner)) ?? '';

/** Of the `next` values those of fields in which nobody has typed since they were `before`. */
export const untouched = <Values extends object>(next: Values, before: Values, typed: Values) =>
  Object.fromEntries(
    Object.entries(next).filter(
      ([key]) => textOf(typed[key as keyof Values]) === textOf(before[key as keyof Values]),
    ),
  ) as Partial<Values>;

/**
 * What the form began with, or was last saved as; with what says so once it is saved. When `known` becomes another,
 * somebody else has saved meanwhile, or what was kept of before was old: fields that nobody touched follow it, and what
 * was typed stays.
 */
export const useBefore = <Values extends object>(
  form: GuardedForm<Values>,
  known: Values,
): [Values, (saved: Values) => void] => {
  const [before, setBefore] = useState(known);
  const seen = useRef(textOf(known));
  useEffect(() => {
    const text = textOf(known);
    if (seen.current === text) return;
    seen.current = text;
    const followed = untouched(known, before, form.getValues());
    const touched = Object.keys(known).filter((key) => !(key in followed));
    form.setValues(followed);
    form.resetDirty(known);
    // Else what is typed into another field and taken back would say that nothing was changed.
    if (form.isDirty()) form.setDirty(Object.fromEntries(touched.map((key) => [key, true])));
    setBefore(known);
  }, [form, before, known]);
  return [before, setBefore];
};

/** Tells the form around of one thing more, or less, that it must not be sent without: an upload that is under way. */
export const Awaited = createContext<(change: 1 | -1) => void>(() => undefined);

/** For as long as it `isUnderWay` the form around is not sent. */
export const useAwaited = (isUnderWay: boolean): void => {
  const tell = useContext(Awaited);
  useEffect(() => {
    if (!isUnderWay) return;
    tell(1);
    return () => tell(-1);
  }, [isUnderWay, tell]);
};

/** Warns before the page is left for as long as `isHeld`. The answer lets go at once, before the next rendering. */
export const useHold = (isHeld: boolean): (() => void) => {
  const dispatch = useDispatch();
  const holds = useRef(false);
  const release = useCallback(() => {
    if (!holds.current) return;
    holds.current = false;
    dispatch(formReleased());
  }, [dispatch]);
  useEffect(() => {
    if (!isHeld) return;
    holds.current = true;
    dispatch(formHeld());
    return release;
  }, [isHeld, dispatch, release]);
  return release;
};
