import { type ReactNode, useId } from 'react';
import { Words } from '../../buyers/display/Words.tsx';
import classes from '../../buyers/form/Controls.module.css';
import { Input, Notes } from '../../buyers/form/Input.tsx';
import { SelectField } from '../../buyers/form/SelectField.tsx';
import fields from '../../ui/forms/TextField.module.css';
import type { CheckoutPublic } from '../api.ts';
import { t } from '../i18n.ts';
import { type AttachedField, dayBounds, valueOf, wordsOf } from './custom-fields.ts';
import type { Payment } from './use-payment.ts';

type Props = { checkout: CheckoutPublic; payment: Payment };

/** The seller's custom fields, in their order. */
export const CustomFields = ({ checkout, payment }: Props) =>
  checkout.attachedCustomFields.length === 0 ? null : (
    <div className={classes.group}>
      <h2 className={classes.heading}>{t('custom.heading')}</h2>
      {checkout.attachedCustomFields
        .toSorted((a, b) => a.order - b.order)
        .map((attached) => (
          <CustomField
            key={attached.customFieldId}
            attached={attached}
            words={wordsOf(checkout, attached)}
            payment={payment}
          />
        ))}
    </div>
  );

type FieldProps = { attached: AttachedField; words: ReturnType<typeof wordsOf>; payment: Payment };

const CustomField = ({ attached, words, payment }: FieldProps) => {
  const { customField: field, required } = attached;
  const { slug, properties } = field;
  const answer = valueOf(payment.form.answers, slug) ?? '';
  const shared = {
    name: `custom.${slug}`,
    label: words?.labelHtml ? <Words html={words.labelHtml} /> : field.name,
    hint: words?.helpTextHtml ? <Words html={words.helpTextHtml} /> : undefined,
    error: payment.errors[`custom.${slug}`],
    isOptional: !required,
  };
  const text = {
    ...shared,
    value: String(answer),
    placeholder: properties.formPlaceholder,
    onChange: (value: string) => payment.answer(slug, value),
  };
  switch (field.type) {
    case 'checkbox':
      return (
        <Tick {...shared} isTicked={answer === true} onChange={(value) => payment.answer(slug, value)} />
      );
    case 'select':
      return (
        <SelectField
          {...text}
          placeholder={text.placeholder ?? t('custom.choose')}
          options={field.properties.options}
        />
      );
    case 'number':
      // Numeric keypads of phones have no minus sign.
      return <Input {...text} inputMode={(field.properties.ge ?? 0) < 0 ? 'text' : 'numeric'} />;
    case 'date':
      return <Input {...text} type="date" bounds={dayBounds(attached)} />;
    case 'text':
      return <Input {...text} isLong={field.properties.textarea ?? false} />;
  }
};

type TickProps = {
  name: string;
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  isTicked: boolean;
  isOptional?: boolean;
  onChange: (value: boolean) => void;
};

/** A checkbox with its label. */
export const Tick = ({ name, label, hint, error, isTicked, isOptional, onChange }: TickProps) => {
  const id = useId();
  const notes = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div>
      <label className={classes.tick} dir="auto">
        <input
          type="checkbox"
          name={name}
          checked={isTicked}
          aria-invalid={error !== undefined}
          aria-describedby={notes || undefined}
          onChange={({ currentTarget }) => onChange(currentTarget.checked)}
        />
        <span>
          {label}
          {isOptional && <span className={fields.optional}> {t('field.optional')}</span>}
        </span>
      </label>
      <Notes id={id} hint={hint} error={error} />
    </div>
  );
};
