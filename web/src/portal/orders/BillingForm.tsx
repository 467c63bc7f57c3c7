import { AddressFields } from '../../buyers/form/AddressFields.tsx';
import { Input } from '../../buyers/form/Input.tsx';
import { addressPlaces, failureErrors } from '../../buyers/request/refusal.ts';
import { type Order, routes } from '../api.ts';
import { t } from '../i18n.ts';
import { usePortal } from '../portal.ts';
import { addressErrors, addressForm, askedLines, typedAddress } from '../ui/address.ts';
import { EditForm } from '../ui/EditForm.tsx';
import { useAct } from '../ui/use-act.ts';
import { useForm } from '../ui/use-form.ts';

const places = { billing_name: 'company', ...addressPlaces('billing_address') };

/** Edits the billing details that the order's invoice will contain. */
export const BillingForm = ({ order, onDone }: { order: Order; onDone: () => void }) => {
  const { change } = usePortal();
  const { isBusy, run } = useAct();
  const { form, bind, problem, reject } = useForm({
    company: order.billingName ?? '',
    ...addressForm(order.billingAddress),
  });
  const save = async () => {
    const wrong = addressErrors(form);
    if (form.company.trim() === '') wrong['company'] = t('error.required');
    if (reject(wrong)) return;
    const saved = await run(async () => {
      const answer = await change<Order>(routes.order(order.id), {
        method: 'PATCH',
        body: { billingName: form.company.trim(), billingAddress: typedAddress(form) },
      });
      if (answer.error) reject(failureErrors(answer.error, places));
      return answer;
    });
    if (saved) onDone();
  };
  return (
    <EditForm onSubmit={save} onClose={onDone} problem={problem} isBusy={isBusy}>
      <Input label={t('billing.name')} autoComplete="billing name" {...bind('company')} />
      <AddressFields bind={bind} asked={askedLines(form.country)} />
    </EditForm>
  );
};
