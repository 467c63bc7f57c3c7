import { type UseFormInput, type UseFormReturnType, useForm } from '@mantine/form';
import { useCallback, useEffect, useRef } from 'react';
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
