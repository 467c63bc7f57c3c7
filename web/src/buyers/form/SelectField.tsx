import { type ReactNode, useId } from 'react';
import classes from '../../ui/forms/TextField.module.css';
import { t } from '../i18n.ts';
import { Notes } from './Input.tsx';

type Props = {
  name: string;
  label: ReactNode;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
  autoComplete?: string;
  placeholder: string;
  hint?: ReactNode;
  isOptional?: boolean;
  options: readonly { value: string; label: string }[];
};

/** A labelled native select: on a phone, the system's picker. */
export const SelectField = (props: Props) => {
  const { name, label, value, error, hint, onChange, autoComplete, placeholder, options } = props;
  const id = useId();
  const notes = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className={classes.field}>
      <label htmlFor={id} className={classes.label} dir="auto">
        {label}
        {props.isOptional && <span className={classes.optional}> {t('field.optional')}</span>}
      </label>
      <div className={classes.box} data-invalid={error !== undefined || undefined}>
        <select
          id={id}
          name={name}
          className={classes.input}
          autoComplete={autoComplete}
          value={value}
          aria-invalid={error !== undefined}
          aria-describedby={notes || undefined}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        >
          <option value="">{placeholder}</option>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      </div>
      <Notes id={id} hint={hint} error={error} />
    </div>
  );
};
