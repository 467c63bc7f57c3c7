import { IconCheck } from '@tabler/icons-react';
import { renderMarkdown } from '@tessera/proto/api/markdown';
import { useListBenefitsQuery } from '../../api/benefits.ts';
import { useCurrentOrganization } from '../../api/current-organization.ts';
import { t } from '../../i18n/t.ts';
import { formatMoney, parseAmount, perInterval } from '../../ui/money.ts';
import classes from './CheckoutPreview.module.css';
import type { ProductForm } from './product-form.ts';

/** What buyers will see of the product that stands in the form, as it is typed. */
export const CheckoutPreview = ({ values }: { values: ProductForm }) => {
  const { organization } = useCurrentOrganization();
  const { data } = useListBenefitsQuery({ organizationId: organization.id, limit: 100 });
  const benefits = data?.items.filter(({ id }) => values.benefits.includes(id)) ?? [];
  return (
    <section className={classes.preview} aria-label={t('products:previewLabel')}>
      <p className={classes.mark}>{t('products:previewLabel')}</p>
      <p className={classes.seller} dir="auto">
        {organization.name}
      </p>
      <p className={classes.name} dir="auto">
        {values.name.trim() || t('products:nameGoesHere')}
      </p>
      <p className={classes.price}>{priceOf(values)}</p>
      {values.description.trim() !== '' && (
        <div
          className={classes.description}
          dir="auto"
          // Everything that was typed is escaped by the renderer.
          // biome-ignore lint/security/noDangerouslySetInnerHtml: as above
          dangerouslySetInnerHTML={{ __html: renderMarkdown(values.description) }}
        />
      )}
      <ul className={classes.benefits}>
        {benefits.map(({ id, description }) => (
          <li key={id} dir="auto">
            <IconCheck size={16} aria-hidden />
            {description}
          </li>
        ))}
      </ul>
    </section>
  );
};

/** The price in words as the checkout has them; a dash until an amount can be read. */
const priceOf = ({ priceKind, amount, minimum, interval, intervalCount }: ProductForm): string => {
  const again = perInterval(interval === 'once' ? null : interval, Number(intervalCount) || 1);
  if (priceKind === 'free') return t('common:free');
  if (priceKind === 'none') return t('common:byUsage', { interval: again });
  const cents = parseAmount(priceKind === 'custom' ? minimum : amount);
  if (priceKind === 'custom')
    return cents === null
      ? t('common:payWhatYouWant', { interval: again })
      : t('common:from', { minimumAmount: formatMoney(cents), interval: again });
  return cents === null ? '—' : formatMoney(cents) + again;
};
