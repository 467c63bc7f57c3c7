import { BenefitCreate } from '@tessera/proto/api/billing/benefit';
import { useSearchParams } from 'react-router';
import { type Benefit, useCreateBenefitMutation } from '../../api/benefits.ts';
import { useCurrentOrganization } from '../../api/current-organization.ts';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { CreateForm } from '../../shared/PageForm.tsx';
import { checkRequest } from '../../ui/form-errors.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { BenefitFields } from './BenefitFields.tsx';
import {
  type BenefitForm,
  benefitFields,
  benefitMistakes,
  createRequest,
  formKinds,
  formOfBenefit,
} from './benefit-form.ts';

export const NewBenefitPage = () => {
  const { organization } = useCurrentOrganization();
  const [create] = useCreateBenefitMutation();
  const returned = useReturned();
  const listPath = paths.benefits(organization.slug);
  return (
    <>
      <PageHeader title={t('benefits:newBenefit')} parent={{ label: t('benefits:benefits'), to: listPath }} />
      <CreateForm<BenefitForm, Benefit>
        initialValues={{ ...formOfBenefit(null), ...returned }}
        fields={benefitFields}
        validate={(values) =>
          benefitMistakes(
            checkRequest(BenefitCreate, createRequest(values, organization.id), { fields: benefitFields })
              .errors,
            values,
          )
        }
        send={(values) => create(createRequest(values, organization.id))}
        submitLabel={t('benefits:createBenefit')}
        listPath={listPath}
        done={({ description }) => t('benefits:wasCreated', { description })}
      >
        {(form) => <BenefitFields form={form} isNew />}
      </CreateForm>
    </>
  );
};

/** What one comes back with from a platform: the kind that one was about to make, and the server. */
const useReturned = (): Partial<BenefitForm> => {
  const [parameters] = useSearchParams();
  const type = formKinds.find((kind) => kind === parameters.get('kind'));
  return { ...(type && { type }), guildToken: parameters.get('guild_token') ?? '' };
};
