import { useId } from 'react';
import classes from '../ui/TextField.module.css';

type Props = {
  name: string;
  label: string;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
  autoComplete?: string;
  placeholder: string;
  options: readonly { value: string; label: string }[];
};

/** A labelled native select: on a phone the system's own picker. */
export const SelectField = (props: Props) => {
  const { name, label, value, error, onChange, autoComplete, placeholder, options } = props;
  const id = useId();
  return (
    <div className={classes.field}>
      <label htmlFor={id} className={classes.label}>
        {label}
      </label>
      <div className={classes.box} data-invalid={error !== undefined || undefined}>
        <select
          id={id}
          name={name}
          className={classes.input}
          autoComplete={autoComplete}
          value={value}
          aria-invalid={error !== undefined}
          aria-describedby={error ? `${id}-error` : undefined}
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
      {error && (
        <p id={`${id}-error`} className={classes.error}>
          {error}
        </p>
      )}
    </div>
  );
};
