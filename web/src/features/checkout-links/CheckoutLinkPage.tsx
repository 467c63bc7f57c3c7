import { CheckoutLinkUpdate } from '@tessera/proto/api/billing/checkout-link';
import { useParams } from 'react-router';
import {
  type CheckoutLink,
  useGetCheckoutLinkQuery,
  useUpdateCheckoutLinkMutation,
} from '../../api/checkout-links.ts';
import { useCurrentOrganization } from '../../api/current-organization.ts';
import { asFailure } from '../../api/failure.ts';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { nameOfLink } from '../../shared/describe/checkout-link.ts';
import { ShareLink } from '../../shared/ShareLink.tsx';
import { FormLayout } from '../../ui/FormLayout.tsx';
import { checkRequest, failureErrors } from '../../ui/form-errors.ts';
import { useGuardedForm } from '../../ui/guarded-form.ts';
import { notifyDone } from '../../ui/notify.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { QueryPage } from '../../ui/QueryPage.tsx';
import { Section } from '../../ui/Section.tsx';
import { Stacked } from '../../ui/Stacked.tsx';
import { CheckoutLinkFields } from './CheckoutLinkFields.tsx';
import { type CheckoutLinkForm, formOfLink, updateRequest } from './checkout-link-form.ts';
import { DeleteCheckoutLink } from './DeleteCheckoutLink.tsx';

export const CheckoutLinkPage = () => {
  const { id = '' } = useParams();
  const { organization } = useCurrentOrganization();
  const result = useGetCheckoutLinkQuery(id);
  return (
    <QueryPage result={result} subject={t('checkout-links:checkoutLink')}>
      {(link) => (
        <>
          <PageHeader
            title={nameOfLink(link)}
            parent={{ label: t('checkout-links:checkoutLinks'), to: paths.checkoutLinks(organization.slug) }}
            actions={<DeleteCheckoutLink link={link} />}
          />
          <Stacked>
            <Section
              title={t('checkout-links:share')}
              description={t('checkout-links:itLastsUntilYouDeleteIt')}
            >
              <ShareLink url={link.url} />
            </Section>
            <EditCheckoutLink key={link.id} link={link} />
          </Stacked>
        </>
      )}
    </QueryPage>
  );
};

const EditCheckoutLink = ({ link }: { link: CheckoutLink }) => {
  const { writeRefusal } = useCurrentOrganization();
  const [update, { isLoading }] = useUpdateCheckoutLinkMutation();
  const form = useGuardedForm<CheckoutLinkForm>({
    initialValues: formOfLink(link),
    validate: (values) => checkRequest(CheckoutLinkUpdate, updateRequest(values)).errors ?? {},
  });
  const submit = form.onSubmit(async (values) => {
    const { error } = await update({ id: link.id, changes: updateRequest(values) });
    if (error) return form.setErrors(failureErrors(asFailure(error)));
    form.saved(values);
    notifyDone(t('ui:yourChangesWereSaved'));
  });
  return (
    <FormLayout
      onSubmit={submit}
      error={form.errors['form']}
      submitLabel={t('ui:saveChanges')}
      isBusy={isLoading}
      refusal={writeRefusal}
    >
      <CheckoutLinkFields form={form} />
    </FormLayout>
  );
};
