import { useEffect, useId, useRef, useState } from 'react';
import { narrow } from '../../buyers/narrow.ts';
import fields from '../../ui/forms/TextField.module.css';
import type { CheckoutPublic } from '../api.ts';
import { t } from '../i18n.ts';
import classes from './Discount.module.css';
import type { Payment } from './use-payment.ts';

type Props = { checkout: CheckoutPublic; payment: Payment };

/** The discount code: an unobtrusive link, then the field, then the applied code, which can be removed. */
export const Discount = ({ checkout, payment }: Props) => {
  const { discount, allowDiscountCodes, isDiscountApplicable } = checkout;
  const place = useRef<HTMLDivElement>(null);
  const isUsed = useRef(false);
  const id = discount?.id ?? null;
  const shown = useRef(id);
  // The pressed button is removed with the code: the focus moves to its replacement.
  useEffect(() => {
    if (shown.current === id) return;
    shown.current = id;
    if (isUsed.current) place.current?.querySelector('button')?.focus();
    isUsed.current = false;
  });
  const isAsked = allowDiscountCodes && isDiscountApplicable;
  if (!discount && !isAsked) return null;
  const use = (discountCode: string | null) => {
    isUsed.current = true;
    void payment.change({ discountCode }).then((isTaken) => {
      if (!isTaken) isUsed.current = false;
    });
  };
  return (
    <div ref={place}>
      {discount ? (
        <Applied checkout={checkout} payment={payment} name={discount.code ?? discount.name} use={use} />
      ) : (
        <Code payment={payment} use={use} />
      )}
    </div>
  );
};

type Use = { use: (code: string | null) => void };

const Applied = ({ checkout, payment, name, use }: Props & Use & { name: string }) => (
  <p className={classes.applied}>
    <span className={classes.chip} dir="auto">
      {name}
    </span>
    {checkout.allowDiscountCodes && (
      <button
        type="button"
        className={classes.remove}
        aria-label={t('discount.remove', { name })}
        disabled={payment.isPaying}
        onClick={() => use(null)}
      >
        ×
      </button>
    )}
  </p>
);

type CodeProps = Use & { payment: Payment };

const Code = (props: CodeProps) => {
  const [isOpen, setIsOpen] = useState(false);
  if (isOpen) return <CodeField {...props} />;
  return (
    <button type="button" className={classes.open} onClick={() => setIsOpen(true)}>
      {t('discount.add')}
    </button>
  );
};

const CodeField = ({ payment, use }: CodeProps) => {
  const [code, setCode] = useState('');
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  // The field was opened by its button.
  useEffect(() => field.current?.focus(), []);
  const error = payment.errors['discount'];
  const apply = () => {
    const discountCode = narrow(code).trim();
    if (discountCode === '') return;
    // A repeated error is announced again.
    payment.forget('discount');
    use(discountCode);
  };
  return (
    <div className={classes.code}>
      <label htmlFor={id} className={fields.label}>
        {t('discount.code')}
      </label>
      <div className={classes.row}>
        <div className={fields.box} data-invalid={error !== undefined || undefined}>
          <input
            id={id}
            className={fields.input}
            ref={field}
            autoCapitalize="characters"
            autoComplete="off"
            spellCheck={false}
            value={code}
            aria-invalid={error !== undefined}
            aria-describedby={error ? `${id}-error` : undefined}
            onChange={({ currentTarget }) => {
              setCode(currentTarget.value);
              payment.forget('discount');
            }}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              event.preventDefault();
              apply();
            }}
          />
        </div>
        <button type="button" className={classes.apply} disabled={payment.isPaying} onClick={apply}>
          {t('discount.apply')}
        </button>
      </div>
      {error && (
        <p id={`${id}-error`} className={fields.error} role="alert">
          {error}
        </p>
      )}
    </div>
  );
};
