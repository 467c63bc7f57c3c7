import type { Ask } from '../../api/account/authorization.ts';
import { t } from '../../i18n/t.ts';
import { Initial } from '../../ui/display/Initial.tsx';
import classes from './Consent.module.css';

type Client = Ask['client'];

/** The app's description of itself: untrusted text, which is kept in its place and marked as the app's own. */
export const AskingApp = ({ client, appName }: { client: Client; appName: string }) => {
  const name = client.clientName?.trim() || t('authorize:appWithoutName');
  return (
    <div className={classes.app}>
      <div className={classes.logo}>
        <Initial name={name} image={client.logoUri} />
      </div>
      <div className={classes.words}>
        <q className={classes.name}>
          <bdi>{name}</bdi>
        </q>
        <Links client={client} />
        <p className={classes.note}>{t('authorize:notPartOf', { appName })}</p>
      </div>
    </div>
  );
};

const Links = ({ client: { clientUri, tosUri, policyUri } }: { client: Client }) => {
  const links: [address: string | null, label: string][] = [
    [clientUri, hostOf(clientUri)],
    [tosUri, t('authorize:terms')],
    [policyUri, t('authorize:privacy')],
  ];
  const there = links.filter((link): link is [string, string] => link[0] !== null);
  return (
    there.length > 0 && (
      <p className={classes.links}>
        {there.map(([address, label]) => (
          <a key={label} href={address} target="_blank" rel="noopener noreferrer">
            {label}
          </a>
        ))}
      </p>
    )
  );
};

/** Shows the host as the browser spells it (punycode), so that look-alike letters do not deceive. */
const hostOf = (address: string | null): string =>
  (address && URL.parse(address)?.host) || t('authorize:site');
