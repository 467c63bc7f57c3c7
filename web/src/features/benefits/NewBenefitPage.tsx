import { BenefitCreate } from '@tessera/proto/api/billing/benefit';
import { useNavigate, useSearchParams } from 'react-router';
import { useCreateBenefitMutation } from '../../api/benefits.ts';
import { useCurrentOrganization } from '../../api/current-organization.ts';
import { asFailure } from '../../api/failure.ts';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { FormLayout } from '../../ui/FormLayout.tsx';
import { checkRequest, failureErrors } from '../../ui/form-errors.ts';
import { useGuardedForm } from '../../ui/guarded-form.ts';
import { notifyDone } from '../../ui/notify.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { BenefitFields } from './BenefitFields.tsx';
import { type BenefitForm, benefitFields, createRequest, formKinds, formOfBenefit } from './benefit-form.ts';

export const NewBenefitPage = () => {
  const { organization, writeRefusal } = useCurrentOrganization();
  const navigate = useNavigate();
  const [create, { isLoading }] = useCreateBenefitMutation();
  const returned = useReturned();
  const form = useGuardedForm<BenefitForm>({
    initialValues: { ...formOfBenefit(null), ...returned },
    validate: (values) =>
      checkRequest(BenefitCreate, createRequest(values, organization.id), { fields: benefitFields }).errors ??
      {},
  });
  const submit = form.onSubmit(async (values) => {
    const { data: benefit, error } = await create(createRequest(values, organization.id));
    if (error) return form.setErrors(failureErrors(asFailure(error), benefitFields));
    form.saved();
    notifyDone(t('benefits:wasCreated', { description: benefit.description }));
    await navigate(paths.benefits(organization.slug));
  });
  return (
    <>
      <PageHeader
        title={t('benefits:newBenefit')}
        parent={{ label: t('benefits:benefits'), to: paths.benefits(organization.slug) }}
      />
      <FormLayout
        onSubmit={submit}
        error={form.errors['form']}
        submitLabel={t('benefits:createBenefit')}
        isBusy={isLoading}
        refusal={writeRefusal}
        onCancel={() => navigate(paths.benefits(organization.slug))}
      >
        <BenefitFields form={form} isNew />
      </FormLayout>
    </>
  );
};

/** What one comes back with from a platform: the kind that one was about to make, and the server. */
const useReturned = (): Partial<BenefitForm> => {
  const [parameters] = useSearchParams();
  const type = formKinds.find((kind) => kind === parameters.get('kind'));
  return { ...(type && { type }), guildToken: parameters.get('guild_token') ?? '' };
};
