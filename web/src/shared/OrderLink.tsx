import { useGetOrderQuery } from '../api/orders.ts';
import { t } from '../i18n/t.ts';
import { paths } from '../paths.ts';
import { TextLink } from '../ui/TextLink.tsx';

/** An order by its number; while that is not known, or cannot be, by what it is. */
export const OrderLink = ({ id, slug }: { id: string; slug: string }) => {
  const { data } = useGetOrderQuery(id);
  return (
    <TextLink to={paths.order(slug, id)}>
      <span data-figures>{data?.invoiceNumber ?? t('shared:order')}</span>
    </TextLink>
  );
};
