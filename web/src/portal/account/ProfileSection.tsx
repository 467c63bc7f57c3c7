import { useState } from 'react';
import { AddressFields } from '../../buyers/form/AddressFields.tsx';
import { addressLines } from '../../buyers/form/fields.ts';
import { Input } from '../../buyers/form/Input.tsx';
import { addressLines as printed } from '../../buyers/prices/format.ts';
import { addressPlaces, failureErrors } from '../../buyers/request/refusal.ts';
import { Details } from '../../ui/display/Details.tsx';
import { type Customer, routes } from '../api.ts';
import { t } from '../i18n.ts';
import { usePortal } from '../portal.ts';
import { addressErrors, addressForm, askedLines, typedAddress } from '../ui/address.ts';
import { Button } from '../ui/Button.tsx';
import { EditForm } from '../ui/EditForm.tsx';
import { Section } from '../ui/Section.tsx';
import { useAct } from '../ui/use-act.ts';
import { useForm } from '../ui/use-form.ts';

/** Details for future invoices: name, address, tax id. */
export const ProfileSection = ({ customer }: { customer: Customer }) => {
  const [isEditing, setIsEditing] = useState(false);
  const address = printed(customer.billingAddress);
  return (
    <Section
      title={t('profile.title')}
      action={
        !isEditing && (
          <Button kind="quiet" onPress={() => setIsEditing(true)}>
            {t('edit')}
          </Button>
        )
      }
    >
      {isEditing ? (
        <ProfileForm customer={customer} onDone={() => setIsEditing(false)} />
      ) : (
        <Details
          items={[
            [t('contact.name'), customer.name ?? t('none')],
            [
              t('address.heading'),
              address.length === 0 ? t('none') : address.map((line) => <div key={line}>{line}</div>),
            ],
            [t('business.taxId'), customer.taxId?.[0] ?? t('none')],
          ]}
        />
      )}
    </Section>
  );
};

const places = { name: 'fullName', tax_id: 'taxId', ...addressPlaces('billing_address') };

const ProfileForm = ({ customer, onDone }: { customer: Customer; onDone: () => void }) => {
  const { change } = usePortal();
  const { isBusy, run } = useAct();
  // What was not changed here is not sent: another tab may have changed it since.
  const [opened] = useState(() => ({
    fullName: customer.name ?? '',
    taxId: customer.taxId?.[0] ?? '',
    ...addressForm(customer.billingAddress),
  }));
  const { form, bind, problem, reject } = useForm(opened);
  const isChanged = (field: keyof typeof opened) => form[field].trim() !== opened[field].trim();
  const hasMoved = addressLines.some(isChanged);
  const taxId = form.taxId.trim();
  /** A tax id requires a country, and the shown one was only guessed. */
  const needsCountry = taxId !== '' && isChanged('taxId') && customer.billingAddress === null;
  const save = async () => {
    // Customers who gave a country alone at the purchase can change their name without a full address.
    if (hasMoved && reject(addressErrors(form))) return;
    if (needsCountry && form.country === '') return void reject({ country: t('error.country') });
    const body = {
      ...(isChanged('fullName') && { name: form.fullName.trim() || null }),
      ...((hasMoved || needsCountry) && { billingAddress: typedAddress(form) }),
      ...(isChanged('taxId') && { taxId: taxId || null }),
    };
    if (Object.keys(body).length === 0) return onDone();
    const saved = await run(async () => {
      const answer = await change<Customer>(routes.me, { method: 'PATCH', body });
      if (answer.error) reject(failureErrors(answer.error, places));
      return answer;
    });
    if (saved) onDone();
  };
  return (
    <EditForm onSubmit={save} onClose={onDone} problem={problem} isBusy={isBusy}>
      <Input label={t('contact.name')} autoComplete="name" isOptional {...bind('fullName')} />
      <AddressFields bind={bind} asked={askedLines(form.country)} />
      <Input label={t('business.taxId')} hint={t('business.taxIdHint')} isOptional {...bind('taxId')} />
    </EditForm>
  );
};
