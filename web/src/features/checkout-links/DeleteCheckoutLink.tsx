import { type CheckoutLink, useDeleteCheckoutLinkMutation } from '../../api/catalog/checkout-links.ts';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { DeleteButton } from '../../shared/DeleteButton.tsx';
import { nameOfLink } from '../../shared/describe/checkout-link.ts';

export const DeleteCheckoutLink = ({ link }: { link: CheckoutLink }) => {
  const { organization } = useCurrentOrganization();
  const deletion = useDeleteCheckoutLinkMutation();
  return (
    <DeleteButton
      deletion={deletion}
      id={link.id}
      question={t('checkout-links:deleteQuestion', { name: nameOfLink(link) })}
      action={t('checkout-links:deleteCheckoutLink')}
      done={t('checkout-links:theLinkWasDeleted')}
      to={paths.checkoutLinks(organization.slug)}
    >
      {t('checkout-links:whoFollowsItFindsNothing')}
    </DeleteButton>
  );
};
