import { Anchor, Stack } from '@mantine/core';
import { addressOf } from '../../api/request/address.ts';
import { t } from '../../i18n/t.ts';
import { paths, patterns } from '../../paths.ts';
import { CopyField } from '../../ui/display/CopyField.tsx';
import { Section } from '../../ui/pages/Section.tsx';

/** The settings that an app's library needs for sign-in with this installation. */
export const HowToConnect = () => {
  const { origin } = window.location;
  return (
    <Section title={t('oauth-apps:howToConnect')} description={t('oauth-apps:howToConnectNote')}>
      <Stack gap="md" maw={560}>
        <CopyField
          label={t('oauth-apps:discovery')}
          value={`${origin}/.well-known/openid-configuration`}
          description={t('oauth-apps:discoveryNote')}
        />
        <CopyField label={t('oauth-apps:authorizeAddress')} value={`${origin}${patterns.authorize}`} />
        <CopyField
          label={t('oauth-apps:tokenAddress')}
          value={`${origin}${addressOf('/billing/v1/oauth2/token')}`}
        />
        <Anchor href={paths.apiDocs} target="_blank" rel="noreferrer" size="sm">
          {t('oauth-apps:apiReference')}
        </Anchor>
      </Stack>
    </Section>
  );
};
