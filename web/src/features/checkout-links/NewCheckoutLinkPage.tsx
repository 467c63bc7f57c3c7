import { CheckoutLinkCreate } from '@tessera/proto/api/billing/checkout-link';
import { type CheckoutLink, useCreateCheckoutLinkMutation } from '../../api/catalog/checkout-links.ts';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { CreateForm } from '../../shared/PageForm.tsx';
import { checkRequest } from '../../ui/forms/form-errors.ts';
import { PageHeader } from '../../ui/pages/PageHeader.tsx';
import { CheckoutLinkFields } from './CheckoutLinkFields.tsx';
import { type CheckoutLinkForm, createRequest, emptyLink, linkMistakes } from './checkout-link-form.ts';
import { LinkPreview } from './LinkPreview.tsx';

export const NewCheckoutLinkPage = () => {
  const { organization } = useCurrentOrganization();
  const [create] = useCreateCheckoutLinkMutation();
  const listPath = paths.checkoutLinks(organization.slug);
  return (
    <>
      <PageHeader
        title={t('checkout-links:newCheckoutLink')}
        parent={{ label: t('checkout-links:checkoutLinks'), to: listPath }}
      />
      <CreateForm<CheckoutLinkForm, CheckoutLink>
        initialValues={emptyLink}
        validate={(values) =>
          linkMistakes(checkRequest(CheckoutLinkCreate, createRequest(values)).errors, values)
        }
        renderAside={(values) => <LinkPreview values={values} />}
        send={(values) => create(createRequest(values))}
        submitLabel={t('checkout-links:createCheckoutLink')}
        listPath={listPath}
        done={() => t('checkout-links:theLinkWasCreated')}
        path={({ id }) => paths.checkoutLink(organization.slug, id)}
      >
        {(form) => <CheckoutLinkFields form={form} />}
      </CreateForm>
    </>
  );
};
