import classes from '../form/Controls.module.css';
import type { Bind, CardField } from '../form/fields.ts';
import { Input } from '../form/Input.tsx';
import { t } from '../i18n.ts';
import { CardMark } from './CardMark.tsx';
import { brandOf, groupDigits, groupExpiry } from './card.ts';

/** The card fields. The number is only sent to the payment processor, in exchange for a token. */
export const CardFields = ({ bind }: { bind: Bind<CardField> }) => {
  const number = bind('number');
  const expiry = bind('expiry');
  return (
    <div className={classes.group}>
      <h2 className={classes.heading}>{t('card.heading')}</h2>
      <Input
        label={t('card.number')}
        inputMode="numeric"
        autoComplete="cc-number"
        placeholder="1234 1234 1234 1234"
        {...number}
        value={groupDigits(number.value)}
        format={groupDigits}
      >
        <CardMark brand={brandOf(number.value)} />
      </Input>
      <div className={classes.pair}>
        <Input
          label={t('card.expiry')}
          inputMode="numeric"
          autoComplete="cc-exp"
          placeholder={t('card.expiryPlaceholder')}
          {...expiry}
          format={groupExpiry}
        />
        <Input
          label={t('card.cvc')}
          inputMode="numeric"
          autoComplete="cc-csc"
          placeholder={brandOf(number.value) === 'amex' ? '1234' : '123'}
          {...bind('cvc')}
        />
      </div>
      <Input label={t('card.name')} autoComplete="cc-name" {...bind('name')} />
    </div>
  );
};
