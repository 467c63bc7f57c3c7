import { Anchor, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import type { OAuthConsent } from '../../api/account/oauth-consents.ts';
import { t } from '../../i18n/t.ts';
import { RightsList } from '../../shared/rights/RightsList.tsx';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { CopyText } from '../../ui/display/CopyText.tsx';
import { DateTime } from '../../ui/display/DateTime.tsx';
import { Details } from '../../ui/display/Details.tsx';
import { appName } from './app-name.ts';

type Props = { consent: OAuthConsent; onClose: () => void };

/** All scopes of an app, and its description of itself. */
export const ConsentDetails = ({ consent, onClose }: Props) => (
  <Dialog opened onClose={onClose} title={appName(consent.client)}>
    <Stack gap="lg">
      <Details items={itemsOf(consent)} />
      <RightsList {...consent} />
    </Stack>
  </Dialog>
);

type Item = [name: string, value: ReactNode];

const itemsOf = ({ client, user, organizationId, createdAt, modifiedAt, lastUsedAt }: OAuthConsent) => {
  const items: Item[] = [
    [t('oauth-apps:since'), <DateTime key="since" value={createdAt} withTime />],
    [t('oauth-apps:lastUsed'), <DateTime key="used" value={lastUsedAt} withTime fallback={t('ui:never')} />],
    ...linkOf(t('oauth-apps:site'), client.clientUri),
    ...linkOf(t('oauth-apps:terms'), client.tosUri),
    ...linkOf(t('oauth-apps:privacy'), client.policyUri),
    [
      t('oauth-apps:clientId'),
      <CopyText key="id" label={t('oauth-apps:clientId')} value={client.clientId} />,
    ],
  ];
  if (modifiedAt !== null)
    items.splice(1, 0, [t('oauth-apps:changed'), <DateTime key="changed" value={modifiedAt} withTime />]);
  if (organizationId !== null && user) items.unshift([t('oauth-apps:allowedBy'), user.email]);
  return items;
};

const linkOf = (name: string, address: string | null): Item[] =>
  address === null
    ? []
    : [
        [
          name,
          <Anchor key={name} href={address} target="_blank" rel="noopener noreferrer">
            {address}
          </Anchor>,
        ],
      ];
