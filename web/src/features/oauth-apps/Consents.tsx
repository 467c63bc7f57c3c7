import { Anchor, Button, Group } from '@mantine/core';
import { IconPlugConnected } from '@tabler/icons-react';
import { useState } from 'react';
import type { OAuthConsent } from '../../api/account/oauth-consents.ts';
import { describeFailure } from '../../api/request/failure.ts';
import { t } from '../../i18n/t.ts';
import { askedRights } from '../../shared/rights/asked-rights.ts';
import { DateTime } from '../../ui/display/DateTime.tsx';
import { Initial } from '../../ui/display/Initial.tsx';
import type { ListState } from '../../ui/filters/list-state.ts';
import { EmptyState } from '../../ui/pages/EmptyState.tsx';
import { type Column, DataTable, type ListResult } from '../../ui/table/DataTable.tsx';
import { appName } from './app-name.ts';
import { ConsentDetails } from './ConsentDetails.tsx';
import classes from './Consents.module.css';
import { RemoveAccess } from './RemoveAccess.tsx';

type Props = {
  result: ListResult<OAuthConsent>;
  list: ListState;
  /** Shows who granted each consent. */
  isOfOrganization?: boolean;
  isBare?: boolean;
};

/** Apps with access, and a way to remove it. */
export const Consents = ({ result, list, isOfOrganization = false, isBare = false }: Props) => {
  const [shown, setShown] = useState<OAuthConsent | null>(null);
  const [toRemove, setToRemove] = useState<OAuthConsent | null>(null);
  return (
    <>
      <DataTable
        label={t('oauth-apps:appsWithAccess')}
        columns={columnsOf(isOfOrganization, { show: setShown, remove: setToRemove })}
        result={result}
        rowKey={({ id }) => id}
        describeError={describeFailure}
        list={list}
        isBare={isBare}
        empty={
          <EmptyState
            icon={<IconPlugConnected size={22} />}
            title={t('oauth-apps:noAppHasAccess')}
            level={isBare ? 3 : 2}
          >
            {isOfOrganization ? t('oauth-apps:whenSomebodyAllows') : t('oauth-apps:whenYouAllow')}
          </EmptyState>
        }
      />
      {shown && <ConsentDetails consent={shown} onClose={() => setShown(null)} />}
      <RemoveAccess consent={toRemove} onClose={() => setToRemove(null)} />
    </>
  );
};

type Act = (consent: OAuthConsent) => void;

const columnsOf = (
  isOfOrganization: boolean,
  { show, remove }: { show: Act; remove: Act },
): Column<OAuthConsent>[] => [
  { key: 'app', header: t('oauth-apps:app'), cell: ({ client }) => <App client={client} /> },
  {
    key: 'may',
    header: t('oauth-apps:may'),
    cell: (consent) => <May consent={consent} onShow={() => show(consent)} />,
  },
  isOfOrganization ? allowedBy() : since(),
  {
    key: 'used',
    header: t('oauth-apps:lastUsed'),
    cell: ({ lastUsedAt }) => (
      <DateTime value={lastUsedAt} withTime={!isOfOrganization} fallback={t('ui:never')} />
    ),
  },
  {
    key: 'acts',
    header: t('ui:actions'),
    isHeaderHidden: true,
    align: 'right',
    cell: (consent) => (
      <Button
        variant="default"
        size="xs"
        onClick={() => remove(consent)}
        aria-label={t('oauth-apps:removeAccessOf', { name: appName(consent.client) })}
      >
        {t('oauth-apps:removeAccess')}
      </Button>
    ),
  },
];

const since = (): Column<OAuthConsent> => ({
  key: 'since',
  header: t('oauth-apps:since'),
  cell: ({ createdAt }) => <DateTime value={createdAt} />,
});

const allowedBy = (): Column<OAuthConsent> => ({
  key: 'by',
  header: t('oauth-apps:allowedBy'),
  cell: ({ user, createdAt }) => (
    <span className={classes.by}>
      <span>{user ? <bdi>{user.name}</bdi> : t('oauth-apps:somebodyWhoIsGone')}</span>
      <span className={classes.when}>
        <DateTime value={createdAt} />
      </span>
    </span>
  ),
});

/** The first scopes, as a button that shows all. */
const May = ({ consent, onShow }: { consent: OAuthConsent; onShow: () => void }) => {
  const [first = t('oauth-apps:nothing'), ...others] = meaningsOf(consent);
  return (
    <Anchor component="button" type="button" size="md" onClick={onShow}>
      <span className={classes.may}>
        {others.length === 0 ? first : t('rights:andMore', { first, count: others.length })}
      </span>
    </Anchor>
  );
};

/** Scopes that permit changes first. */
const meaningsOf = (consent: OAuthConsent): string[] => {
  const { changes, sees, learns } = askedRights(consent);
  return [...changes, ...sees, ...learns];
};

const App = ({ client }: Pick<OAuthConsent, 'client'>) => (
  <Group gap="xs" component="span" wrap="nowrap">
    <Initial name={client.clientName ?? ''} image={client.logoUri} />
    <span className={classes.name}>{appName(client)}</span>
  </Group>
);
