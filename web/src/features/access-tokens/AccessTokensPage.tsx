import { Button, Text, Tooltip } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { skipToken } from '@reduxjs/toolkit/query/react';
import { IconKey, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import {
  type OrganizationAccessToken,
  useDeleteAccessTokenMutation,
  useListAccessTokensQuery,
} from '../../api/access-tokens.ts';
import { useCurrentOrganization } from '../../api/current-organization.ts';
import { asFailure, describeFailure } from '../../api/failure.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { DateTime } from '../../ui/DateTime.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { GuardedButton } from '../../ui/GuardedButton.tsx';
import { useListState } from '../../ui/list-state.ts';
import { notifyDone } from '../../ui/notify.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Card } from '../../ui/Section.tsx';
import { CreateToken } from './CreateToken.tsx';
import { RenameToken } from './RenameToken.tsx';
import { describeScope } from './scopes.ts';

export const AccessTokensPage = () => {
  const { organization, writeRefusal } = useCurrentOrganization();
  const { page, setPage } = useListState();
  const [isCreating, creating] = useDisclosure(false);
  const [doomed, setDoomed] = useState<OrganizationAccessToken | null>(null);
  const [renamed, setRenamed] = useState<OrganizationAccessToken | null>(null);
  const isOpen = writeRefusal === null;
  const result = useListAccessTokensQuery(isOpen ? { organizationId: organization.id, page } : skipToken);
  const create = (
    <GuardedButton
      refusal={writeRefusal}
      onClick={creating.open}
      leftSection={<IconPlus size={16} aria-hidden />}
    >
      New token
    </GuardedButton>
  );
  return (
    <>
      <PageHeader
        title="Access tokens"
        description="Keys with which your own programs use the API on behalf of this organization."
        actions={create}
      />
      {!isOpen && <Closed />}
      {isOpen && (
        <DataTable
          label="Access tokens"
          columns={columnsOf(writeRefusal, { rename: setRenamed, revoke: setDoomed })}
          result={result}
          rowKey={({ id }) => id}
          describeError={describeFailure}
          page={page}
          onPage={setPage}
          empty={
            <EmptyState icon={<IconKey size={22} />} title="Create a token for your server" action={create}>
              With a token your own programs create checkouts, look up customers and more. You choose what
              each may do.
            </EmptyState>
          }
        />
      )}
      <CreateToken isOpen={isCreating} onClose={creating.close} />
      {renamed && <RenameToken token={renamed} onClose={() => setRenamed(null)} />}
      <RevokeToken token={doomed} onClose={() => setDoomed(null)} />
    </>
  );
};

/** Who has a token may do all it may: only those who manage the organization see which there are. */
const Closed = () => (
  <Card>
    <EmptyState icon={<IconKey size={22} />} title="Not for your role">
      Those who manage this organization see its access tokens. Ask one of them for a token, or for another
      role.
    </EmptyState>
  </Card>
);

type Act = (token: OrganizationAccessToken) => void;
type Acts = { rename: Act; revoke: Act };

const columnsOf = (refusal: string | null, { rename, revoke }: Acts): Column<OrganizationAccessToken>[] => [
  {
    key: 'name',
    header: 'Name',
    cell: ({ comment }) => (
      <Text component="span" fw={500} size="md">
        {comment}
      </Text>
    ),
  },
  { key: 'scopes', header: 'May', cell: ({ scopes }) => <Scopes scopes={scopes} /> },
  {
    key: 'used',
    header: 'Last used',
    cell: ({ lastUsedAt }) => <DateTime value={lastUsedAt} withTime fallback="Never" />,
  },
  {
    key: 'expires',
    header: 'Expires',
    cell: ({ expiresAt }) => <DateTime value={expiresAt} fallback="Never" />,
  },
  {
    key: 'acts',
    header: 'Actions',
    isHeaderHidden: true,
    align: 'right',
    cell: (token) => (
      <Button.Group style={{ justifyContent: 'flex-end' }}>
        <GuardedButton variant="default" size="xs" refusal={refusal} onClick={() => rename(token)}>
          Rename
        </GuardedButton>
        <GuardedButton variant="default" size="xs" refusal={refusal} onClick={() => revoke(token)}>
          Revoke
        </GuardedButton>
      </Button.Group>
    ),
  },
];

const Scopes = ({ scopes }: { scopes: string[] }) => {
  const all = scopes.map(describeScope).join(', ');
  const [first = '—'] = scopes;
  return scopes.length <= 1 ? (
    describeScope(first)
  ) : (
    <Tooltip label={all}>
      <Text component="span" size="md" tabIndex={0}>
        {describeScope(first)} and {scopes.length - 1} more
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
    notifyDone(`${token.comment} was revoked.`);
    close();
  };
  return (
    <ConfirmDialog
      isOpen={token !== null}
      title={`Revoke ${token?.comment ?? 'token'}?`}
      action="Revoke token"
      isBusy={isLoading}
      error={error ? asFailure(error).message : null}
      onConfirm={confirm}
      onClose={close}
    >
      Programs that use it are refused at once. This cannot be undone; they need a new token to go on.
    </ConfirmDialog>
  );
};
