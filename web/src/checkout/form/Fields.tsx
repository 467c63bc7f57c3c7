import { leastChoiceOf } from '@tessera/proto/api/billing/minimum-charge';
import { CardFields } from '../../buyers/card/CardFields.tsx';
import { AddressFields } from '../../buyers/form/AddressFields.tsx';
import classes from '../../buyers/form/Controls.module.css';
import { focusFirst, typedEmail } from '../../buyers/form/fields.ts';
import { Input } from '../../buyers/form/Input.tsx';
import { currencySign, money, parseAmount } from '../../buyers/prices/format.ts';
import type { CheckoutPublic } from '../api.ts';
import { t } from '../i18n.ts';
import { addressFields } from './address.ts';
import { BoughtBefore } from './BoughtBefore.tsx';
import { CustomFields, Tick } from './CustomFields.tsx';
import { amountProblem, asksForAddress, asksForAmount } from './form.ts';
import { isAtStripe } from './processor.ts';
import { StripeFields } from './StripeFields.tsx';
import type { Payment } from './use-payment.ts';

type Props = { checkout: CheckoutPublic; payment: Payment };

/** All fields that a checkout needs, and no others. */
export const Fields = ({ checkout, payment }: Props) => {
  const { bind } = payment;
  return (
    <>
      {asksForAmount(checkout) && <AmountField checkout={checkout} payment={payment} />}
      <Contact checkout={checkout} payment={payment} />
      <CustomFields checkout={checkout} payment={payment} />
      {checkout.isPaymentFormRequired &&
        (isAtStripe(checkout) ? (
          <StripeFields checkout={checkout} payment={payment} />
        ) : (
          <CardFields bind={bind} />
        ))}
      {asksForAddress(checkout) && <Address checkout={checkout} payment={payment} />}
      {asksForAddress(checkout) && <Business checkout={checkout} payment={payment} />}
    </>
  );
};

const Contact = ({ checkout, payment }: Props) => {
  const { form, bind, addErrors } = payment;
  return (
    <div className={classes.group}>
      <h2 className={classes.heading}>{t('contact.heading')}</h2>
      <Input
        label={t('contact.email')}
        type="email"
        inputMode="email"
        autoComplete="email"
        isReadOnly={isKnown(checkout)}
        hint={isKnown(checkout) ? t('contact.emailKnown') : undefined}
        {...bind('email')}
      />
      <BoughtBefore
        checkout={checkout}
        email={typedEmail(form.email)}
        onRefused={(message) => {
          addErrors({ email: message });
          focusFirst({ email: message });
        }}
      />
      {!checkout.isPaymentFormRequired && (
        <Input label={t('contact.name')} autoComplete="name" isOptional {...bind('name')} />
      )}
    </div>
  );
};

/** The country decides about taxes: the server is told immediately. */
const Address = ({ checkout, payment: { form, bind, change } }: Props) => (
  <AddressFields
    bind={bind}
    asked={addressFields(checkout, form.country)}
    onCountry={(country) => {
      const rest = { line1: null, line2: null, postalCode: null, city: null, state: null };
      if (country !== '') void change({ customerBillingAddress: { country, ...rest } });
    }}
  />
);

/** Businesses give their name and full address, and optionally a tax id. */
const Business = ({ checkout, payment: { form, bind, change } }: Props) => (
  <div className={classes.group}>
    <Tick
      name="isBusiness"
      label={t('business.toggle')}
      isTicked={checkout.isBusinessCustomer}
      onChange={(isBusiness) => {
        const taxId = form.taxId.trim();
        // Consumers have no tax id. The field keeps it: it is sent again in a change of its own when the business is
        // ticked, since an invalid one would have both changes refused.
        void change({
          isBusinessCustomer: isBusiness,
          ...(!isBusiness && taxId !== '' && { customerTaxId: null }),
        });
        if (isBusiness && taxId !== '') void change({ customerTaxId: taxId });
      }}
    />
    {checkout.isBusinessCustomer && (
      <>
        <Input label={t('business.name')} autoComplete="billing organization" {...bind('company')} />
        <Input label={t('business.taxId')} hint={t('business.taxIdHint')} isOptional {...bind('taxId')} />
      </>
    )}
  </div>
);

/** The customer's own amount; totals are updated when the field is left. */
const AmountField = ({ checkout, payment }: Props) => {
  const { form, bind, change } = payment;
  const field = bind('amount');
  const wrong = amountProblem(form, checkout);
  const apply = () => {
    const amount = parseAmount(form.amount, checkout.currency);
    if (wrong === null && amount !== checkout.amount) void change({ amount });
  };
  return (
    <Input
      label={t('amount.label')}
      prefix={currencySign(checkout.currency)}
      inputMode="decimal"
      autoComplete="off"
      hint={boundsOf(checkout)}
      {...field}
      error={field.error ?? wrong ?? undefined}
      onBlur={apply}
    />
  );
};

/** A checkout of a known customer keeps their address. */
const isKnown = ({ customerId, customerEmail }: CheckoutPublic): boolean =>
  customerId !== null && customerEmail !== null;

/** A minimum of 50 cents, or its like in another currency, is not mentioned. */
const namedLeast = (price: { minimumAmount: number | null; priceCurrency: string }): number | null => {
  const least = leastChoiceOf(price);
  return least > 50 ? least : price.minimumAmount;
};

const boundsOf = ({ productPrice: price, currency }: CheckoutPublic): string | undefined => {
  if (price.amountType !== 'custom') return undefined;
  const { maximumAmount: most } = price;
  const least = namedLeast(price);
  if (least !== null && most !== null)
    return t('amount.between', { least: money(least, currency), most: money(most, currency) });
  if (least !== null) return t('amount.atLeast', { least: money(least, currency) });
  return most === null ? t('amount.any') : t('amount.atMost', { most: money(most, currency) });
};
