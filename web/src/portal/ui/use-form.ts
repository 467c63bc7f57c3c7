import { useState } from 'react';
import type { Bind } from '../../buyers/form/fields.ts';
import { focusFirst } from '../../buyers/form/fields.ts';
import type { FieldErrors } from '../../buyers/request/refusal.ts';

/** The values and errors of a form; changing a field clears its error. */
export const useForm = <Field extends string>(initial: Record<Field, string>) => {
  const [form, setForm] = useState(initial);
  const [errors, setErrors] = useState<FieldErrors>({});
  const set = (field: Field, value: string) => {
    setForm((typed) => ({ ...typed, [field]: value }));
    setErrors(({ [field]: _fixed, form: _past, ...others }) => others);
  };
  const bind: Bind<Field> = (field) => ({
    name: field,
    value: form[field],
    error: errors[field],
    onChange: (value) => set(field, value),
  });
  /** Sets errors; returns whether there were any. */
  const reject = (wrong: FieldErrors): boolean => {
    setErrors(wrong);
    focusFirst(wrong);
    return Object.keys(wrong).length > 0;
  };
  return { form, errors, problem: errors['form'] ?? null, set, bind, reject };
};
