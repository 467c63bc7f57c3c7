import { Button, Select } from '@mantine/core';
import { IconLink } from '@tabler/icons-react';
import { type LinkedAccount, ProviderId } from '@tessera/proto/api/identity/social';
import { useState } from 'react';
import {
  useLinkAccountMutation,
  useListLinkedAccountsQuery,
  useUnlinkAccountMutation,
} from '../../api/account.ts';
import { beginAnew } from '../../api/devices.ts';
import { asFailure, describeFailure } from '../../api/failure.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { DateTime } from '../../ui/DateTime.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { notifyDone, notifyFailed } from '../../ui/notify.ts';
import { Section } from '../../ui/Section.tsx';
import { providerName, providerNames } from './providers.ts';

export const LinkedAccounts = () => {
  const [doomed, setDoomed] = useState<LinkedAccount | null>(null);
  const result = useListLinkedAccountsQuery();
  return (
    <Section
      title="Ways to sign in"
      description="Your password, and accounts of other providers that are linked to this one."
      isFlush
      actions={<LinkAnother />}
    >
      <DataTable
        label="Ways to sign in"
        columns={columnsOf(result.data?.items.length === 1, setDoomed)}
        result={result}
        rowKey={({ id }) => id}
        describeError={describeFailure}
        isBare
        empty={
          <EmptyState icon={<IconLink size={22} />} title="Nothing linked" level={3}>
            Link an account of another provider to sign in with it.
          </EmptyState>
        }
      />
      <Unlink account={doomed} onClose={() => setDoomed(null)} />
    </Section>
  );
};

type Ask = (account: LinkedAccount) => void;

const columnsOf = (isLast: boolean, unlink: Ask): Column<LinkedAccount>[] => [
  { key: 'provider', header: 'Provider', cell: ({ provider }) => providerName(provider) },
  { key: 'since', header: 'Since', cell: ({ createdAt }) => <DateTime value={createdAt} /> },
  {
    key: 'acts',
    header: 'Actions',
    isHeaderHidden: true,
    align: 'right',
    cell: (account) =>
      isLast ? null : (
        <Button
          size="xs"
          variant="default"
          onClick={() => unlink(account)}
          aria-label={`Unlink ${providerName(account.provider)}`}
        >
          Unlink
        </Button>
      ),
  },
];

const LinkAnother = () => {
  const [link, { isLoading }] = useLinkAccountMutation();
  const start = async (chosen: string | null) => {
    const provider = ProviderId.safeParse(chosen);
    if (!provider.success) return;
    const { data, error } = await link(provider.data);
    if (data) return beginAnew(data.url);
    notifyFailed(
      asFailure(error).name === 'PROVIDER_NOT_FOUND'
        ? `Signing in with ${providerNames[provider.data]} is not set up here.`
        : describeFailure(error),
    );
  };
  return (
    <Select
      aria-label="Link an account"
      placeholder="Link an account…"
      size="xs"
      w={180}
      value={null}
      disabled={isLoading}
      searchable
      data={ProviderId.options.map((value) => ({ value, label: providerNames[value] }))}
      onChange={(chosen) => void start(chosen)}
    />
  );
};

type UnlinkProps = { account: LinkedAccount | null; onClose: () => void };

const Unlink = ({ account, onClose }: UnlinkProps) => {
  const [unlink, { isLoading, error, reset }] = useUnlinkAccountMutation();
  const name = providerName(account?.provider ?? '');
  const close = () => {
    reset();
    onClose();
  };
  const confirm = async () => {
    if (!account) return;
    const { error: refused } = await unlink({ providerId: account.provider, accountId: account.accountId });
    if (refused) return;
    notifyDone(`${name} was unlinked.`);
    close();
  };
  return (
    <ConfirmDialog
      isOpen={account !== null}
      title={`Unlink ${name}?`}
      action="Unlink"
      isBusy={isLoading}
      error={error ? wordsOf(error) : null}
      onConfirm={confirm}
      onClose={close}
    >
      You cannot sign in with it any more until you link it again.
    </ConfirmDialog>
  );
};

const wordsOf = (error: unknown): string =>
  asFailure(error).name === 'SESSION_IS_NOT_FRESH'
    ? 'You signed in some time ago. Sign out and in again, then unlink it.'
    : describeFailure(error);
