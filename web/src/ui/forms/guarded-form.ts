import { type UseFormInput, type UseFormReturnType, useForm } from '@mantine/form';
import { createContext, useCallback, useContext, useEffect, useRef, useState } from 'react';
import { useDispatch } from 'react-redux';
import { formHeld, formReleased } from '../../api/request/unsaved.ts';

/** A form that warns before unsaved changes are lost. */
export type GuardedForm<Values extends object> = UseFormReturnType<Values> & {
  /** Marks these values (default: the form's) as saved: without further changes the page can be left immediately. */
  saved: (values?: Values) => void;
};

/** The form hook of the dashboard: `useForm` with a warning before the page is left with changes. */
export const useGuardedForm = <Values extends object>(options: UseFormInput<Values>): GuardedForm<Values> => {
  const form = useForm<Values>(options);
  const release = useHold(form.isDirty());
  const saved = (values?: Values) => {
    form.resetDirty(values);
    if (!form.isDirty()) release();
  };
  return { ...form, saved };
};

/** Serialized for comparison, without the keys of rows, which exist on this page only. */
const textOf = (value: unknown): string =>
  JSON.stringify(value, (name, inner: unknown) => (name === 'key' ? undefined : inner)) ?? '';

/** The `next` values of fields that are unchanged since `before`. */
export const untouched = <Values extends object>(next: Values, before: Values, typed: Values) =>
  Object.fromEntries(
    Object.entries(next).filter(
      ([key]) => textOf(typed[key as keyof Values]) === textOf(before[key as keyof Values]),
    ),
  ) as Partial<Values>;

/**
 * The values that the form started with or was last saved with, and a setter for the latter. When `known` changes,
 * since others have saved or the cache was stale, untouched fields follow it, and changed ones keep their input.
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
    // Otherwise reverting another field's input would mark the whole form as unchanged.
    if (form.isDirty()) form.setDirty(Object.fromEntries(touched.map((key) => [key, true])));
    setBefore(known);
  }, [form, before, known]);
  return [before, setBefore];
};

/**
 * Reports to the surrounding form that one more or fewer upload is in progress, during which it must not be
 * submitted.
 */
export const Awaited = createContext<(change: 1 | -1) => void>(() => undefined);

/** Blocks the submission of the surrounding form while `isUnderWay`. */
export const useAwaited = (isUnderWay: boolean): void => {
  const tell = useContext(Awaited);
  useEffect(() => {
    if (!isUnderWay) return;
    tell(1);
    return () => tell(-1);
  }, [isUnderWay, tell]);
};

/**
 * Warns before the page is left while `isHeld`. The returned function ends that immediately, before the next render.
 */
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
