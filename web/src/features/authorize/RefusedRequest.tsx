import { Button, Stack } from '@mantine/core';
import { Link } from 'react-router';
import type { Failure } from '../../api/request/failure.ts';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { Details } from '../../ui/display/Details.tsx';
import { CardPage } from '../../ui/pages/CardPage.tsx';

/** An error that must not be sent to the app, because its redirect URI is not verified: no link leads there. */
export const RefusedRequest = ({ failure: { name, message } }: { failure: Failure }) => (
  <CardPage title={t('authorize:thisLinkDoesNotWork')} lead={t('authorize:theAppAskedWrongly')}>
    <Stack gap="md">
      <Details
        items={[
          [t('authorize:forTheDeveloper'), message],
          [t('authorize:errorCode'), name],
        ]}
      />
      <Button component={Link} to={paths.root} variant="default" fullWidth>
        {t('authorize:toYourOrganization')}
      </Button>
    </Stack>
  </CardPage>
);
