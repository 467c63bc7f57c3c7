import type { SessionPlace } from '../api/account/session-places.ts';
import { t } from '../i18n/t.ts';
import { countryName } from './describe/address.ts';
import classes from './SessionAddress.module.css';

type Props = { address: string | null; place: SessionPlace | undefined };

/** The IP address that a session was created from, above its country. */
export const SessionAddress = ({ address, place }: Props) => {
  const known = place && describePlace(place);
  if (!address) return '—';
  if (!known) return address;
  return (
    <span className={classes.lines}>
      {address}
      <span className={classes.place}>{known}</span>
    </span>
  );
};

const describePlace = ({ country, network }: SessionPlace): string | null => {
  if (network === 'private') return t('shared:thisNetwork');
  return country && countryName(country);
};
