import { CheckoutLinkCreate } from '@tessera/proto/api/billing/checkout-link';
import { useNavigate } from 'react-router';
import { useCreateCheckoutLinkMutation } from '../../api/checkout-links.ts';
import { useCurrentOrganization } from '../../api/current-organization.ts';
import { asFailure } from '../../api/failure.ts';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { FormLayout } from '../../ui/FormLayout.tsx';
import { checkRequest, failureErrors } from '../../ui/form-errors.ts';
import { useGuardedForm } from '../../ui/guarded-form.ts';
import { notifyDone } from '../../ui/notify.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { CheckoutLinkFields } from './CheckoutLinkFields.tsx';
import { type CheckoutLinkForm, createRequest, emptyLink } from './checkout-link-form.ts';

export const NewCheckoutLinkPage = () => {
  const { organization, writeRefusal } = useCurrentOrganization();
  const navigate = useNavigate();
  const [create, { isLoading }] = useCreateCheckoutLinkMutation();
  const form = useGuardedForm<CheckoutLinkForm>({
    initialValues: emptyLink,
    validate: (values) => checkRequest(CheckoutLinkCreate, createRequest(values)).errors ?? {},
  });
  const submit = form.onSubmit(async (values) => {
    const { data: link, error } = await create(createRequest(values));
    if (error) return form.setErrors(failureErrors(asFailure(error)));
    form.saved();
    notifyDone(t('checkout-links:theLinkWasCreated'));
    await navigate(paths.checkoutLink(organization.slug, link.id));
  });
  return (
    <>
      <PageHeader
        title={t('checkout-links:newCheckoutLink')}
        parent={{ label: t('checkout-links:checkoutLinks'), to: paths.checkoutLinks(organization.slug) }}
      />
      <FormLayout
        onSubmit={submit}
        error={form.errors['form']}
        submitLabel={t('checkout-links:createCheckoutLink')}
        isBusy={isLoading}
        refusal={writeRefusal}
        onCancel={() => navigate(paths.checkoutLinks(organization.slug))}
      >
        <CheckoutLinkFields form={form} />
      </FormLayout>
    </>
  );
};
