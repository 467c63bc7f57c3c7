import { AddressFields } from '../../buyers/AddressFields.tsx';
import controls from '../../buyers/Controls.module.css';
import { Input } from '../../buyers/Input.tsx';
import { addressPlaces, failureErrors } from '../../buyers/refusal.ts';
import { type Order, routes } from '../api.ts';
import { t } from '../i18n.ts';
import { usePortal } from '../portal.ts';
import { Alert } from '../ui/Alert.tsx';
import { addressErrors, addressForm, askedLines, typedAddress } from '../ui/address.ts';
import { Button } from '../ui/Button.tsx';
import { Acts } from '../ui/Dialog.tsx';
import { useAct } from '../ui/use-act.ts';
import { useForm } from '../ui/use-form.ts';

const places = { billing_name: 'company', ...addressPlaces('billing_address') };

/** To whom an order is billed, as its invoice will say. */
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
    <form
      className={controls.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Input label={t('billing.name')} autoComplete="billing name" {...bind('company')} />
      <AddressFields bind={bind} asked={askedLines(form.country)} />
      <Alert message={problem} />
      <Acts>
        <Button kind="secondary" onPress={onDone}>
          {t('close')}
        </Button>
        <Button isSubmit isBusy={isBusy}>
          {t('save')}
        </Button>
      </Acts>
    </form>
  );
};
