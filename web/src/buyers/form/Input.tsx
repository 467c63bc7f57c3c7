import { type HTMLInputAutoCompleteAttribute, type InputHTMLAttributes, type ReactNode, useId } from 'react';
import classes from '../../ui/forms/TextField.module.css';
import { t } from '../i18n.ts';

type Props = {
  name: string;
  label: ReactNode;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
  /** Formats the input while the user types. */
  format?: (typed: string) => string;
  onBlur?: () => void;
  type?: 'text' | 'email' | 'date';
  inputMode?: InputHTMLAttributes<HTMLInputElement>['inputMode'];
  autoComplete?: HTMLInputAutoCompleteAttribute;
  placeholder?: string | undefined;
  prefix?: string;
  hint?: ReactNode;
  isOptional?: boolean;
  isReadOnly?: boolean;
  isLong?: boolean;
  bounds?: { min?: string; max?: string };
  /** Rendered behind the input, inside its frame. */
  children?: ReactNode;
};

/** A labelled native input with its error message. */
export const Input = (props: Props) => {
  const { name, label, value, error, hint } = props;
  const id = useId();
  const notes = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  const shared = {
    id,
    name,
    className: classes.input,
    value,
    placeholder: props.placeholder,
    readOnly: props.isReadOnly,
    autoComplete: props.autoComplete,
    dir: 'auto' as const,
    'aria-invalid': error !== undefined,
    'aria-describedby': notes || undefined,
    onBlur: props.onBlur,
  };
  return (
    <div className={classes.field}>
      <label htmlFor={id} className={classes.label} dir="auto">
        {label}
        {props.isOptional && <span className={classes.optional}> {t('field.optional')}</span>}
      </label>
      <div className={classes.box} data-invalid={error !== undefined || undefined}>
        {props.prefix && <span aria-hidden>{props.prefix}</span>}
        {props.isLong ? (
          <textarea
            {...shared}
            rows={3}
            onChange={({ currentTarget }) => props.onChange(currentTarget.value)}
          />
        ) : (
          <input
            {...shared}
            {...props.bounds}
            type={props.type ?? 'text'}
            inputMode={props.inputMode}
            onChange={({ currentTarget: field }) => {
              const typed = field.value;
              const formatted = props.format?.(typed) ?? typed;
              // A rejected character changes no state, so React would not reset the field.
              if (formatted !== typed) field.value = formatted;
              props.onChange(formatted);
            }}
          />
        )}
        {props.children}
      </div>
      <Notes id={id} hint={hint} error={error} />
    </div>
  );
};

/** Hint and error below a field; an error takes the hint's place, so that the layout moves only once. */
export const Notes = ({ id, hint, error }: { id: string; hint?: ReactNode; error: string | undefined }) => (
  <>
    {hint && (
      <p id={`${id}-hint`} className={classes.hint} dir="auto">
        {hint}
      </p>
    )}
    {error && (
      <p id={`${id}-error`} className={classes.error}>
        {error}
      </p>
    )}
  </>
);
