import { useState } from 'react';
import { saveAs } from '../../buyers/display/save.ts';
import type { Failure } from '../../buyers/request/call.ts';
import { failureText } from '../../buyers/request/refusal.ts';
import { type Order, routes } from '../api.ts';
import { t } from '../i18n.ts';
import { type Asking, usePortal } from '../portal.ts';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import sections from '../ui/Section.module.css';

/** Downloads an order's invoice; generates it the first time. */
export const InvoiceButton = ({ order }: { order: Order }) => {
  const portal = usePortal();
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const fetchInvoice = async () => {
    setIsBusy(true);
    setProblem(null);
    const found = await invoiceOf(portal, order);
    setIsBusy(false);
    if (typeof found === 'string') saveAs(found, `${order.invoiceNumber}.pdf`);
    else setProblem(found.name === 'NoInvoiceYet' ? t('invoice.late') : failureText(found));
  };
  return (
    <>
      <p className={sections.act}>
        <Button kind="secondary" isBusy={isBusy} onPress={fetchInvoice}>
          {t(isBusy ? 'invoice.making' : 'invoice.get')}
        </Button>
      </p>
      <Alert message={problem} />
    </>
  );
};

const longestWaitSeconds = 30;

/** Returns the invoice's address once generated, or the failure. */
const invoiceOf = async (
  { ask, answers, change }: Asking,
  { id, isInvoiceGenerated }: Order,
): Promise<string | Failure> => {
  if (!isInvoiceGenerated) {
    const { error } = await change(routes.invoice(id), { method: 'POST' });
    // 409: requested before, so it only has to be fetched.
    if (error && error.status !== 409) return error;
  }
  for (let second = 0; second < longestWaitSeconds; second += 1) {
    // A newly requested invoice is never ready immediately.
    if (!isInvoiceGenerated) await new Promise((resolve) => setTimeout(resolve, 1000));
    const { data, error } = await ask<{ url: string }>(routes.invoice(id));
    if (data) {
      if (!isInvoiceGenerated) await answers.refresh();
      return data.url;
    }
    if (error.status !== 404 || isInvoiceGenerated) return error;
  }
  return { status: 404, name: 'NoInvoiceYet', fields: [] };
};
