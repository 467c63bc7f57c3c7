import { TextInput, type TextInputProps } from '@mantine/core';
import { type ChangeEvent, useEffect, useRef, useState } from 'react';
import { t } from '../../i18n/t.ts';
import { lastDay, lastMinute } from '../format/typed-values.ts';

type Props = Omit<TextInputProps, 'ref' | 'type' | 'max' | 'onKeyUp'> & { withTime?: boolean };

/**
 * A date, or with a time. One of which only a part was typed has no value: it would be sent as none at all, so the form
 * is not submitted.
 */
export const DateField = ({ withTime = false, error, onBlur, onChange, ...props }: Props) => {
  const { ref, isIncomplete, check } = useIncomplete();
  const refusal = t(withTime ? 'ui:enterTheWholeMoment' : 'ui:enterTheWholeDate');
  return (
    <TextInput
      {...props}
      ref={ref}
      type={withTime ? 'datetime-local' : 'date'}
      max={withTime ? lastMinute : lastDay}
      error={isIncomplete ? refusal : error}
      onChange={(event: ChangeEvent<HTMLInputElement>) => {
        onChange?.(event);
        check();
      }}
      onBlur={(event) => {
        onBlur?.(event);
        check();
      }}
      // Emptying an incomplete one changes no value.
      onKeyUp={check}
    />
  );
};

const useIncomplete = () => {
  const ref = useRef<HTMLInputElement>(null);
  const [isIncomplete, setIsIncomplete] = useState(false);
  useEffect(() => {
    const form = ref.current?.form;
    if (!form) return;
    // At the form itself, before the library hears of it: to it the field is empty, and valid.
    const refuse = (event: Event): void => {
      if (!ref.current?.validity.badInput) return;
      event.preventDefault();
      event.stopPropagation();
      setIsIncomplete(true);
    };
    form.addEventListener('submit', refuse);
    return () => form.removeEventListener('submit', refuse);
  }, []);
  const check = () => setIsIncomplete((known) => known && ref.current?.validity.badInput === true);
  return { ref, isIncomplete, check };
};
