import { CheckoutLinkUpdate } from '@tessera/proto/api/billing/checkout-link';
import { useParams } from 'react-router';
import {
  type CheckoutLink,
  useGetCheckoutLinkQuery,
  useUpdateCheckoutLinkMutation,
} from '../../api/catalog/checkout-links.ts';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { changedParts } from '../../shared/changed-parts.ts';
import { nameOfLink } from '../../shared/describe/checkout-link.ts';
import { EditForm } from '../../shared/PageForm.tsx';
import { ShareLink } from '../../shared/ShareLink.tsx';
import { Stacked } from '../../ui/display/Stacked.tsx';
import { checkRequest } from '../../ui/forms/form-errors.ts';
import { PageHeader } from '../../ui/pages/PageHeader.tsx';
import { QueryPage } from '../../ui/pages/QueryPage.tsx';
import { Section } from '../../ui/pages/Section.tsx';
import { CheckoutLinkFields } from './CheckoutLinkFields.tsx';
import { type CheckoutLinkForm, formOfLink, linkMistakes, updateRequest } from './checkout-link-form.ts';
import { DeleteCheckoutLink } from './DeleteCheckoutLink.tsx';
import { LinkPreview } from './LinkPreview.tsx';

export const CheckoutLinkPage = () => {
  const { id = '' } = useParams();
  const { organization } = useCurrentOrganization();
  const result = useGetCheckoutLinkQuery(id);
  const parent = { label: t('checkout-links:checkoutLinks'), to: paths.checkoutLinks(organization.slug) };
  return (
    <QueryPage result={result} subject={t('checkout-links:checkoutLink')} parent={parent}>
      {(link) => (
        <>
          <PageHeader
            title={nameOfLink(link)}
            parent={parent}
            id={link.id}
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
  const [update] = useUpdateCheckoutLinkMutation();
  return (
    <EditForm<CheckoutLinkForm>
      initialValues={formOfLink(link)}
      validate={(values) =>
        linkMistakes(checkRequest(CheckoutLinkUpdate, updateRequest(values)).errors, values)
      }
      renderAside={(values) => <LinkPreview values={values} />}
      send={(values, before) =>
        update({ id: link.id, changes: changedParts(updateRequest(values), updateRequest(before)) })
      }
    >
      {(form) => <CheckoutLinkFields form={form} known={link.products} />}
    </EditForm>
  );
};
