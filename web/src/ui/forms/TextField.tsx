import { type HTMLInputAutoCompleteAttribute, type InputHTMLAttributes, type ReactNode, useId } from 'react';
import { t } from '../../i18n/t.ts';
import classes from './TextField.module.css';

type Props = {
  name: string;
  label: string;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
  onBlur?: () => void;
  type?: 'text' | 'email' | 'password';
  inputMode?: InputHTMLAttributes<HTMLInputElement>['inputMode'];
  autoComplete?: HTMLInputAutoCompleteAttribute;
  placeholder?: string;
  prefix?: string;
  hint?: string | undefined;
  isOptional?: boolean;
  isReadOnly?: boolean;
  /** For identifiers: no capitalization, no corrections. */
  isVerbatim?: boolean;
  /** Rendered behind the input, inside its frame. */
  children?: ReactNode;
};

/** A labelled native input with its error. */
export const TextField = (props: Props) => {
  const { name, label, value, error, onChange, onBlur, prefix, hint, isOptional, isReadOnly } = props;
  const id = useId();
  const notes = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className={classes.field}>
      <label htmlFor={id} className={classes.label}>
        {label}
        {isOptional && <span className={classes.optional}> {t('common:optional')}</span>}
      </label>
      <div className={classes.box} data-invalid={error !== undefined || undefined}>
        {prefix && <span aria-hidden>{prefix}</span>}
        <input
          id={id}
          name={name}
          className={classes.input}
          type={props.type ?? 'text'}
          inputMode={props.inputMode}
          autoComplete={props.autoComplete}
          placeholder={props.placeholder}
          value={value}
          readOnly={isReadOnly}
          {...(props.isVerbatim ? { autoCapitalize: 'none', spellCheck: false } : {})}
          aria-invalid={error !== undefined}
          aria-describedby={notes || undefined}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
          onBlur={onBlur}
        />
        {props.children}
      </div>
      {hint && (
        <p id={`${id}-hint`} className={classes.hint}>
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className={classes.error}>
          {error}
        </p>
      )}
    </div>
  );
};
