import type { AskedField } from '@tessera/proto/api/identity/public-options';
import { useState } from 'react';
import { type Answers, answerErrors } from './asked-fields.ts';

/** Answers to what this installation asks for, from those given already; `check` shows what is wrong with them. */
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
