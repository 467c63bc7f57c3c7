import { IconCheck } from '@tabler/icons-react';
import { brandColors } from '@tessera/proto/api/brand';
import type { ReactNode } from 'react';
import { useCurrentOrganization } from '../api/organization/current-organization.ts';
import { useGetOrganizationQuery } from '../api/organization/organizations.ts';
import { pictureUrl } from '../api/organization/stored-address.ts';
import { t } from '../i18n/t.ts';
import classes from './BuyersView.module.css';

type Props = {
  picture: { name: string; publicUrl: string } | undefined;
  name: string;
  price: string;
  /** One-time, recurring, or free. */
  act: 'pay' | 'subscribe' | 'free';
  /** The length of a free trial: "14 days". */
  trial?: string | null;
  /** `BuyersBenefit` elements. */
  benefits: ReactNode;
  /** Rendered between price and benefits. */
  children?: ReactNode;
};

const acts = {
  pay: 'products:previewPay',
  subscribe: 'products:previewSubscribe',
  free: 'products:previewFree',
} as const;

/**
 * A preview of the checkout as buyers see it, in the seller's branding. Pages that show it load the namespace
 * `products`.
 */
export const BuyersView = (props: Props) => {
  const { organization } = useCurrentOrganization();
  const { data: profile } = useGetOrganizationQuery(organization.id);
  const seller = {
    name: organization.name,
    logo: profile?.avatarUrl ?? null,
    accent: profile?.brandSettings.accentColor ?? null,
  };
  return <SellersView {...props} seller={seller} />;
};

type SellersProps = Props & {
  seller: { name: string; logo: string | null; accent: string | null };
  /** Where there are several: the name of each. */
  label?: string;
};

/** The same in a given branding. */
export const SellersView = ({
  seller,
  label = t('products:previewLabel'),
  picture,
  name,
  price,
  act,
  trial = null,
  benefits,
  children,
}: SellersProps) => (
  <section className={classes.preview} aria-label={label}>
    <p className={classes.mark}>{t('products:previewLabel')}</p>
    <p className={classes.seller} dir="auto">
      {seller.logo && <img className={classes.logo} src={pictureUrl(seller.logo, 128)} alt="" />}
      {seller.name}
    </p>
    {picture && (
      <img className={classes.picture} src={pictureUrl(picture.publicUrl, 800)} alt={picture.name} />
    )}
    <p className={classes.name} dir="auto">
      {name}
    </p>
    <p className={classes.price}>{price}</p>
    {trial !== null && (
      <BuyersNotes>
        <BuyersNote text={t('products:previewTrialLength', { length: trial })} />
      </BuyersNotes>
    )}
    {children}
    <ul className={classes.benefits}>{benefits}</ul>
    <span
      className={classes.button}
      style={seller.accent === null ? undefined : brandStyle(seller.accent)}
      aria-hidden
    >
      {t(trial === null ? acts[act] : 'products:previewTrial')}
    </span>
  </section>
);

const brandStyle = (accent: string) => ({ background: accent, color: brandColors(accent).onAccent });

/** The description, as HTML rendered from Markdown. */
export const BuyersDescription = ({ html }: { html: string }) => (
  <div
    className={classes.description}
    dir="auto"
    // Everything that was typed is escaped by the renderer.
    // biome-ignore lint/security/noDangerouslySetInnerHtml: as above
    dangerouslySetInnerHTML={{ __html: html }}
  />
);

/** A benefit of the product. */
export const BuyersBenefit = ({ description }: { description: string }) => (
  <li dir="auto">
    <IconCheck size={16} aria-hidden />
    {description}
  </li>
);

/** Lines below the price, `BuyersNote` elements. */
export const BuyersNotes = ({ children }: { children: ReactNode }) => (
  <ul className={classes.notes}>{children}</ul>
);

export const BuyersNote = ({ text }: { text: string }) => <li dir="auto">{text}</li>;
