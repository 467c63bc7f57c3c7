import { Text, Tooltip } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { skipToken } from '@reduxjs/toolkit/query/react';
import { IconKey } from '@tabler/icons-react';
import { useState } from 'react';
import {
  type OrganizationAccessToken,
  useDeleteAccessTokenMutation,
  useListAccessTokensQuery,
} from '../../api/organization/access-tokens.ts';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import { useOwnMembership } from '../../api/organization/own-membership.ts';
import { asFailure, describeFailure } from '../../api/request/failure.ts';
import { serverNow } from '../../api/request/server-time.ts';
import { t } from '../../i18n/t.ts';
import { describeScope } from '../../shared/rights/rights.ts';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import { notifyDone } from '../../ui/dialogs/notify.ts';
import { DateTime } from '../../ui/display/DateTime.tsx';
import { StatusBadge } from '../../ui/display/StatusBadge.tsx';
import { useListState } from '../../ui/filters/list-state.ts';
import { CreateButton, GuardedButton } from '../../ui/forms/GuardedButton.tsx';
import { RowActions } from '../../ui/menus/RowActions.tsx';
import { EmptyState } from '../../ui/pages/EmptyState.tsx';
import { PageHeader } from '../../ui/pages/PageHeader.tsx';
import { Card } from '../../ui/pages/Section.tsx';
import { type Column, DataTable } from '../../ui/table/DataTable.tsx';
import { CreateToken } from './CreateToken.tsx';
import { ExportTokens } from './ExportTokens.tsx';
import { RenameToken } from './RenameToken.tsx';

export const AccessTokensPage = () => {
  const { organization, writeRefusal, personRefusal } = useCurrentOrganization();
  const { page, setPage } = useListState();
  const [isCreating, creating] = useDisclosure(false);
  const [toRevoke, setToRevoke] = useState<OrganizationAccessToken | null>(null);
  const [renamed, setRenamed] = useState<OrganizationAccessToken | null>(null);
  const isOpen = writeRefusal === null;
  // The page renders before the membership is loaded: wait for it, so that no request is sent that would be refused.
  const { data: membership } = useOwnMembership();
  const isKnown = membership !== undefined;
  const result = useListAccessTokensQuery(
    isKnown && isOpen ? { organizationId: organization.id, page } : skipToken,
  );
  const hasSome = isOpen && (result.data?.pagination.totalCount ?? 0) > 0;
  const create = (
    <CreateButton refusal={writeRefusal ?? personRefusal} onClick={creating.open}>
      {t('access-tokens:newToken')}
    </CreateButton>
  );
  return (
    <>
      <PageHeader
        title={t('access-tokens:accessTokens')}
        description={t('access-tokens:keysWithWhichYourOwn')}
        actions={
          <>
            {hasSome && <ExportTokens organizationId={organization.id} />}
            {create}
          </>
        }
      />
      {!isOpen && <Closed />}
      {isOpen && (
        <DataTable
          label={t('access-tokens:accessTokens')}
          columns={columnsOf(writeRefusal, { rename: setRenamed, revoke: setToRevoke })}
          result={result}
          rowKey={({ id }) => id}
          describeError={describeFailure}
          page={page}
          onPage={setPage}
          empty={
            <EmptyState icon={<IconKey size={22} />} title={t('access-tokens:createAToken')} action={create}>
              {t('access-tokens:withATokenYourOwn')}
            </EmptyState>
          }
        />
      )}
      <CreateToken isOpen={isCreating} onClose={creating.close} />
      {renamed && <RenameToken token={renamed} onClose={() => setRenamed(null)} />}
      <RevokeToken token={toRevoke} onClose={() => setToRevoke(null)} />
    </>
  );
};

/** A token grants everything in its scopes, so only those who manage the organization may list tokens. */
const Closed = () => (
  <Card>
    <EmptyState icon={<IconKey size={22} />} title={t('access-tokens:notForYourRole')}>
      {t('access-tokens:thoseWhoManageThisOrganization')}
    </EmptyState>
  </Card>
);

type Act = (token: OrganizationAccessToken) => void;
type Acts = { rename: Act; revoke: Act };

const columnsOf = (refusal: string | null, { rename, revoke }: Acts): Column<OrganizationAccessToken>[] => [
  {
    key: 'name',
    header: t('ui:name'),
    cell: ({ comment }) => (
      <Text component="span" fw={500} size="md">
        {comment}
      </Text>
    ),
  },
  { key: 'scopes', header: t('access-tokens:may'), cell: ({ scopes }) => <Scopes scopes={scopes} /> },
  {
    key: 'used',
    header: t('access-tokens:lastUsed'),
    cell: ({ lastUsedAt }) => <DateTime value={lastUsedAt} withTime fallback={t('ui:never')} />,
  },
  {
    key: 'expires',
    header: t('access-tokens:expires'),
    cell: ({ expiresAt }) => <Expiry expiresAt={expiresAt} />,
  },
  {
    key: 'acts',
    header: t('ui:actions'),
    isHeaderHidden: true,
    align: 'right',
    cell: (token) => (
      <RowActions>
        <GuardedButton variant="default" size="xs" refusal={refusal} onClick={() => rename(token)}>
          {t('access-tokens:rename')}
        </GuardedButton>
        <GuardedButton variant="default" size="xs" refusal={refusal} onClick={() => revoke(token)}>
          {t('access-tokens:revoke')}
        </GuardedButton>
      </RowActions>
    ),
  },
];

/** When a token expires; an expired token stays in the list, with a badge. */
const Expiry = ({ expiresAt }: Pick<OrganizationAccessToken, 'expiresAt'>) => {
  const [now] = useState(serverNow);
  return (
    <span>
      <DateTime value={expiresAt} fallback={t('ui:never')} />
      {expiresAt !== null && Date.parse(expiresAt) <= now && (
        <>
          {' '}
          <StatusBadge tone="warning">{t('shared:expired')}</StatusBadge>
        </>
      )}
    </span>
  );
};

const Scopes = ({ scopes }: { scopes: string[] }) => {
  const all = scopes.map(describeScope).join(', ');
  const [first = '—'] = scopes;
  return scopes.length <= 1 ? (
    describeScope(first)
  ) : (
    <Tooltip label={all}>
      <Text component="span" size="md" tabIndex={0}>
        {t('rights:andMore', { first: describeScope(first), count: scopes.length - 1 })}
      </Text>
    </Tooltip>
  );
};

type RevokeProps = { token: OrganizationAccessToken | null; onClose: () => void };

const RevokeToken = ({ token, onClose }: RevokeProps) => {
  const [revoke, { isLoading, error, reset }] = useDeleteAccessTokenMutation();
  const close = () => {
    reset();
    onClose();
  };
  const confirm = async () => {
    if (!token) return;
    const { error: refused } = await revoke(token.id);
    if (refused) return;
    notifyDone(t('access-tokens:wasRevoked', { comment: token.comment }));
    close();
  };
  return (
    <ConfirmDialog
      isOpen={token !== null}
      title={t('access-tokens:revokeQuestion', { comment: token?.comment ?? '' })}
      action={t('access-tokens:revokeToken')}
      isBusy={isLoading}
      error={error ? asFailure(error).message : null}
      onConfirm={confirm}
      onClose={close}
    >
      {t('access-tokens:programsThatUse')}
    </ConfirmDialog>
  );
};
