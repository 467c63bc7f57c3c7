import type { Organization } from '@tessera/proto/api/billing/organization';
import { Mark } from '../../design/Mark.tsx';
import { initialOf } from '../../i18n/letters.ts';
import { t } from '../i18n.ts';
import classes from './Seller.module.css';

export type SellerFacts = Pick<Organization, 'name' | 'avatarUrl' | 'email' | 'website'>;

/** The seller: picture, or initial in their colour, and name. */
export const SellerHead = ({ seller }: { seller: SellerFacts }) => (
  <p className={classes.head}>
    {seller.avatarUrl ? (
      <img className={classes.picture} src={seller.avatarUrl} alt="" width={36} height={36} />
    ) : (
      <span className={classes.initial} aria-hidden>
        {initialOf(seller.name)}
      </span>
    )}
    <span className={classes.name} dir="auto">
      {seller.name}
    </span>
  </p>
);

/** Contact, website and, in small print, what the page runs on. */
export const SellerFoot = ({ seller }: { seller?: SellerFacts | undefined }) => (
  <footer className={classes.foot}>
    {seller?.email && (
      <span>
        {t('seller.questions')} <a href={`mailto:${seller.email}`}>{seller.email}</a>
      </span>
    )}
    {seller?.website && isWeb(seller.website) && (
      <a href={seller.website} target="_blank" rel="noreferrer">
        {URL.parse(seller.website)?.hostname ?? t('seller.website')}
      </a>
    )}
    <span className={classes.by}>
      {t('seller.soldWith')} <Mark size={14} /> Tessera
    </span>
  </footer>
);

const isWeb = (address: string): boolean => /^https?:/.test(address);
