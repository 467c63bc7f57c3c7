import type { AskedField } from '@tessera/proto/api/identity/public-options';
import { useState } from 'react';
import { type Answers, answerErrors } from './asked-fields.ts';

/** Values of the installation's additional fields, starting with existing ones; `check` sets the errors. */
export const useAnswers = (fields: AskedField[], initial: Answers) => {
  const [answers, setAnswers] = useState(initial);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const onAnswer = (name: string, answer: string | boolean) => {
    setAnswers((present) => ({ ...present, [name]: answer }));
    setErrors((present) => ({ ...present, [name]: '' }));
  };
  const check = (): boolean => {
    const found = answerErrors(fields, answers);
    setErrors(found);
    return Object.keys(found).length === 0;
  };
  return { props: { fields, answers, errors, onAnswer }, check };
};
