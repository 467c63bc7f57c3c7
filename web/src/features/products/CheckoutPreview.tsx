import { IconCheck } from '@tabler/icons-react';
import { brandColors } from '@tessera/proto/api/brand';
import { renderMarkdown } from '@tessera/proto/api/markdown';
import { useListBenefitsQuery } from '../../api/benefits.ts';
import { useCurrentOrganization } from '../../api/current-organization.ts';
import { useListMetersQuery } from '../../api/meters.ts';
import { useGetOrganizationQuery } from '../../api/organizations.ts';
import { pictureUrl } from '../../api/stored-address.ts';
import { readerLocale } from '../../i18n/start.ts';
import { t } from '../../i18n/t.ts';
import { formatMoney, parseAmount, perInterval } from '../../ui/money.ts';
import classes from './CheckoutPreview.module.css';
import { hasTiers } from './metered-form.ts';
import { emptyPrice } from './price-form.ts';
import type { ProductForm } from './product-form.ts';
import { centsOfUnit, unitDecimal } from './unit-price.ts';

/** What buyers will see of the product that stands in the form, as it is typed, in the seller's own looks. */
export const CheckoutPreview = ({ values }: { values: ProductForm }) => {
  const { organization } = useCurrentOrganization();
  const { data: profile } = useGetOrganizationQuery(organization.id);
  const accent = profile?.brandSettings.accentColor ?? null;
  const [first] = values.medias;
  return (
    <section className={classes.preview} aria-label={t('products:previewLabel')}>
      <p className={classes.mark}>{t('products:previewLabel')}</p>
      <p className={classes.seller} dir="auto">
        {profile?.avatarUrl && (
          <img className={classes.logo} src={pictureUrl(profile.avatarUrl, 128)} alt="" />
        )}
        {organization.name}
      </p>
      {first && <img className={classes.picture} src={pictureUrl(first.publicUrl, 800)} alt={first.name} />}
      <p className={classes.name} dir="auto">
        {values.name.trim() || t('products:nameGoesHere')}
      </p>
      <p className={classes.price}>{priceOf(values)}</p>
      <Metered values={values} />
      {values.description.trim() !== '' && (
        <div
          className={classes.description}
          dir="auto"
          // Everything that was typed is escaped by the renderer.
          // biome-ignore lint/security/noDangerouslySetInnerHtml: as above
          dangerouslySetInnerHTML={{ __html: renderMarkdown(values.description) }}
        />
      )}
      <Benefits chosen={values.benefits} />
      <span className={classes.button} style={accent === null ? undefined : brandStyle(accent)} aria-hidden>
        {actOf(values)}
      </span>
    </section>
  );
};

const actOf = ({ interval, priceKind }: ProductForm): string => {
  if (interval !== 'once') return t('products:previewSubscribe');
  return t(priceKind === 'free' ? 'products:previewFree' : 'products:previewPay');
};

const brandStyle = (accent: string) => ({ background: accent, color: brandColors(accent).onAccent });

const Benefits = ({ chosen }: { chosen: readonly string[] }) => {
  const { organization } = useCurrentOrganization();
  const { data } = useListBenefitsQuery({ organizationId: organization.id, limit: 100 });
  const benefits = data?.items.filter(({ id }) => chosen.includes(id)) ?? [];
  return (
    <ul className={classes.benefits}>
      {benefits.map(({ id, description }) => (
        <li key={id} dir="auto">
          <IconCheck size={16} aria-hidden />
          {description}
        </li>
      ))}
    </ul>
  );
};

/** What is paid by the unit, on top. */
const Metered = ({ values }: { values: ProductForm }) => {
  const { interval, metered } = values;
  const { organization } = useCurrentOrganization();
  const priced =
    interval === 'once'
      ? []
      : metered.filter(
          ({ meterId, currency }) =>
            meterId !== null && currency === (values.prices[0]?.currency ?? currency),
        );
  const { data } = useListMetersQuery(
    { organizationId: organization.id, limit: 100 },
    { skip: priced.length === 0 },
  );
  const names = new Map(data?.items.map(({ id, name }) => [id, name]));
  return (
    <ul className={classes.metered}>
      {priced.flatMap(({ meterId, model, unit, tiers, currency }) => {
        const cents = centsOfUnit(hasTiers(model) ? (tiers[0]?.unit ?? '') : unit, currency);
        const name = names.get(meterId ?? '');
        return cents === null || name === undefined
          ? []
          : [
              <li key={meterId}>
                {t('products:previewMetered', { amount: formatUnit(cents, currency), name })}
              </li>,
            ];
      })}
    </ul>
  );
};

/** A price per unit, with as many decimals as it has. */
const formatUnit = (cents: string, currency: string): string =>
  new Intl.NumberFormat(readerLocale(), {
    style: 'currency',
    currency,
    maximumFractionDigits: 12,
  }).format(unitDecimal(cents, currency) as Intl.StringNumericLiteral);

/** The price in words as the checkout has them; a dash until an amount can be read. */
const priceOf = ({ priceKind, prices, interval, intervalCount }: ProductForm): string => {
  const again = perInterval(interval === 'once' ? null : interval, Number(intervalCount) || 1);
  if (priceKind === 'free') return t('common:free');
  if (priceKind === 'none') return t('common:byUsage', { interval: again });
  const { amount, minimum, currency } = prices[0] ?? emptyPrice;
  const cents = parseAmount(priceKind === 'custom' ? minimum : amount, currency);
  if (priceKind === 'custom')
    return cents === null
      ? t('common:payWhatYouWant', { interval: again })
      : t('common:from', { minimumAmount: formatMoney(cents, currency), interval: again });
  return cents === null ? '—' : formatMoney(cents, currency) + again;
};
