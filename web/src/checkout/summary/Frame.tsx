import { type ReactNode, useId, useState } from 'react';
import { SellerFoot, SellerHead } from '../../buyers/display/Seller.tsx';
import { useTitle } from '../../buyers/display/use-title.ts';
import type { CheckoutPublic } from '../api.ts';
import { t } from '../i18n.ts';
import { totalText } from '../labels.ts';
import { AmountOnOneLine } from './AmountOnOneLine.tsx';
import classes from './Frame.module.css';
import { useNarrow } from './use-narrow.ts';

type Props = {
  checkout: CheckoutPublic;
  summary: ReactNode;
  /** The choice of product: in the collapsed summary nobody would find it. */
  choice: ReactNode;
  children: ReactNode;
};

/** Two columns: summary and payment. On a phone the summary is one line until expanded. */
export const Frame = ({ checkout, summary, choice, children }: Props) => {
  const [isOpen, setIsOpen] = useState(false);
  const isNarrow = useNarrow();
  const id = useId();
  const { organization, product } = checkout;
  useTitle(`${t('title.checkout')} · ${organization.name}`);
  return (
    <main className={classes.frame}>
      <section className={classes.summary} aria-label={t('summary.label')}>
        <div className={classes.inner}>
          <NewTotal checkout={checkout} />
          <SellerHead seller={organization} />
          {isNarrow && (
            <button
              type="button"
              className={classes.fold}
              aria-expanded={isOpen}
              aria-controls={isOpen ? id : undefined}
              onClick={() => setIsOpen(!isOpen)}
            >
              <span className={classes.foldLabel}>{t(isOpen ? 'summary.hide' : 'summary.show')}</span>
              <AmountOnOneLine checkout={checkout} />
            </button>
          )}
          {isNarrow && choice && <div className={classes.choice}>{choice}</div>}
          {!isNarrow || isOpen ? (
            <div id={id} className={classes.details}>
              {summary}
            </div>
          ) : (
            <h1 className={classes.unseen}>{product.name}</h1>
          )}
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

/** Announces a total that differs from the one before: the country, a discount or another product changed it. */
const NewTotal = ({ checkout }: { checkout: CheckoutPublic }) => {
  const total = totalText(checkout);
  const [said, setSaid] = useState({ total, isNew: false });
  if (said.total !== total) setSaid({ total, isNew: true });
  return (
    <p className={classes.unseen} aria-live="polite">
      {said.isNew && total}
    </p>
  );
};
