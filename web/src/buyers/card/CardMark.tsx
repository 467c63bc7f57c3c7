import classes from './CardMark.module.css';
import type { CardBrand } from './card.ts';

const names: Record<CardBrand, string> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
};

/** The brand of the typed card, at the end of its field; the four most common brands until it is known. */
export const CardMark = ({ brand }: { brand: CardBrand | null }) => (
  <output className={classes.marks} aria-label={brand ? names[brand] : undefined}>
    {(brand ? [brand] : (['visa', 'mastercard', 'amex'] as const)).map((shown) => (
      <Sign key={shown} brand={shown} />
    ))}
  </output>
);

const Sign = ({ brand }: { brand: CardBrand }) => (
  <svg
    className={classes.mark}
    viewBox="0 0 36 24"
    width="36"
    height="24"
    aria-hidden="true"
    focusable="false"
  >
    <rect className={classes.paper} x="0.5" y="0.5" width="35" height="23" rx="4" />
    {brand === 'mastercard' ? (
      <>
        <circle cx="14.5" cy="12" r="6.5" fill="#eb001b" />
        <circle cx="21.5" cy="12" r="6.5" fill="#f79e1b" />
        <path d="M18 6.5a6.5 6.5 0 0 1 0 11 6.5 6.5 0 0 1 0-11z" fill="#ff5f00" />
      </>
    ) : (
      <text x="18" y="15.5" textAnchor="middle" className={classes[brand]}>
        {short[brand]}
      </text>
    )}
  </svg>
);

const short: Record<CardBrand, string> = {
  visa: 'VISA',
  mastercard: '',
  amex: 'AMEX',
  discover: 'DISC',
  diners: 'DINERS',
  jcb: 'JCB',
  unionpay: 'UNION',
};
