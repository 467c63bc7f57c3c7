import { brandColors } from '@tessera/proto/api/brand';
import type { Organization } from '../../api/organization/organizations.ts';
import { t } from '../../i18n/t.ts';
import { formatMoney } from '../../ui/format/money.ts';
import classes from './BrandPreview.module.css';

type Props = { profile: Organization; accent: string | null };

/** Previews the header and the button of a checkout, in light and dark mode. */
export const BrandPreview = ({ profile, accent }: Props) => (
  <div className={classes.both}>
    {(['light', 'dark'] as const).map((scheme) => (
      <div
        key={scheme}
        className={classes.page}
        style={{ colorScheme: scheme, ...(accent && styleOf(accent)) }}
        aria-hidden
      >
        <p className={classes.head}>
          {profile.avatarUrl ? (
            <img className={classes.picture} src={profile.avatarUrl} alt="" />
          ) : (
            <span className={classes.initial}>{Array.from(profile.name)[0]?.toUpperCase()}</span>
          )}
          <span dir="auto">{profile.name}</span>
        </p>
        <p className={classes.price}>{formatMoney(2900)}</p>
        <span className={classes.button}>{t('settings:previewButton', { amount: formatMoney(2900) })}</span>
        <p className={classes.foot}>
          <span className={classes.link}>{profile.email ?? t('settings:supportEmail')}</span>
        </p>
      </div>
    ))}
  </div>
);

const styleOf = (accent: string) => {
  const { onAccent, textOnLight, textOnDark } = brandColors(accent);
  return {
    '--accent': accent,
    '--on-accent': onAccent,
    '--accent-text': `light-dark(${textOnLight}, ${textOnDark})`,
  } as object;
};
