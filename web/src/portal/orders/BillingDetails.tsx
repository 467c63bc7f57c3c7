import { useState } from 'react';
import { addressLines } from '../../buyers/prices/format.ts';
import { Details } from '../../ui/display/Details.tsx';
import type { Order } from '../api.ts';
import { t } from '../i18n.ts';
import { Button } from '../ui/Button.tsx';
import sections from '../ui/Section.module.css';
import { Section } from '../ui/Section.tsx';
import { BillingForm } from './BillingForm.tsx';
import { InvoiceButton } from './InvoiceButton.tsx';

/** The billing details of an order, and its invoice. Details are final once the invoice is generated. */
export const BillingDetails = ({ order }: { order: Order }) => {
  const [isEditing, setIsEditing] = useState(false);
  const isFrozen = order.isInvoiceGenerated;
  return (
    <Section
      title={t('billing.title')}
      action={
        !isFrozen &&
        !isEditing && (
          <Button kind="quiet" onPress={() => setIsEditing(true)}>
            {t('edit')}
          </Button>
        )
      }
    >
      {isEditing ? (
        <BillingForm order={order} onDone={() => setIsEditing(false)} />
      ) : (
        <Billed order={order} />
      )}
    </Section>
  );
};

const Billed = ({ order }: { order: Order }) => {
  const address = addressLines(order.billingAddress);
  const lacks = order.billingName === null || order.billingAddress === null;
  return (
    <>
      <Details
        items={[
          [t('billing.name'), order.billingName ?? t('none')],
          [
            t('address.heading'),
            address.length === 0 ? t('none') : address.map((line) => <div key={line}>{line}</div>),
          ],
        ]}
      />
      {order.paid && lacks && <p className={sections.note}>{t('billing.lacks')}</p>}
      {order.paid && !lacks && <InvoiceButton order={order} />}
      {order.isInvoiceGenerated && <p className={sections.note}>{t('billing.frozen')}</p>}
    </>
  );
};
