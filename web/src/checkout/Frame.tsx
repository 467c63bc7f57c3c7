import { type ReactNode, useId, useState } from 'react';
import { AmountOnOneLine } from './AmountOnOneLine.tsx';
import type { CheckoutPublic } from './api.ts';
import classes from './Frame.module.css';
import { t } from './i18n.ts';
import { SellerFoot, SellerHead } from './Seller.tsx';
import { useTitle } from './use-title.ts';

type Props = { checkout: CheckoutPublic; summary: ReactNode; children: ReactNode };

/** Two halves: what is bought, and how it is paid. On a phone the first is one line, until it is opened. */
export const Frame = ({ checkout, summary, children }: Props) => {
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  const { organization } = checkout;
  useTitle(`${t('title.checkout')} · ${organization.name}`);
  return (
    <main className={classes.frame}>
      <section className={classes.summary} aria-label={t('summary.label')}>
        <div className={classes.inner}>
          <SellerHead seller={organization} />
          <button
            type="button"
            className={classes.fold}
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setIsOpen(!isOpen)}
          >
            <span className={classes.foldLabel}>{t(isOpen ? 'summary.hide' : 'summary.show')}</span>
            <AmountOnOneLine checkout={checkout} />
          </button>
          <div id={id} className={classes.details} data-open={isOpen || undefined}>
            {summary}
          </div>
        </div>
      </section>
      <section className={classes.payment} aria-label={t('payment.label')}>
        <div className={classes.inner}>
          {children}
          <SellerFoot seller={organization} />
        </div>
      </section>
    </main>
  );
};
