import { useDisclosure } from '@mantine/hooks';
import { usePublicOptions } from '../../api/installation/public-options.ts';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import {
  type PaymentAccount,
  useDeletePaymentAccountMutation,
  useListPaymentAccountsQuery,
} from '../../api/sales/payment-accounts.ts';
import { t } from '../../i18n/t.ts';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import { notifyDone } from '../../ui/dialogs/notify.ts';
import { CopyField } from '../../ui/display/CopyField.tsx';
import { CopyText } from '../../ui/display/CopyText.tsx';
import { DateTime } from '../../ui/display/DateTime.tsx';
import { Details } from '../../ui/display/Details.tsx';
import { Stacked } from '../../ui/display/Stacked.tsx';
import { StatusBadge } from '../../ui/display/StatusBadge.tsx';
import { GuardedButton } from '../../ui/forms/GuardedButton.tsx';
import { PageHeader } from '../../ui/pages/PageHeader.tsx';
import { QueryPage } from '../../ui/pages/QueryPage.tsx';
import { Section } from '../../ui/pages/Section.tsx';
import { ChangeKeys, ConnectAccount } from './PaymentKeys.tsx';

export const PaymentAccountPage = () => {
  const { organization } = useCurrentOrganization();
  const result = useListPaymentAccountsQuery({ organizationId: organization.id });
  return (
    <QueryPage result={result} subject={t('settings:paymentAccount')}>
      {({ items: [account] }) => (
        <>
          <PageHeader title={t('settings:paymentAccount')} description={t('settings:paymentAccountUse')} />
          {account ? (
            <Connected account={account} />
          ) : (
            <ConnectAccount>
              <SandboxNote />
            </ConnectAccount>
          )}
        </>
      )}
    </QueryPage>
  );
};

/** How payments work until an account is connected, in installations with a sandbox. */
const SandboxNote = () => {
  const { options } = usePublicOptions();
  return (
    options?.hasSandbox === true && (
      <Section
        title={t('settings:sandbox')}
        description={t('settings:sandboxUse')}
        actions={<StatusBadge tone="warning">{t('settings:testMode')}</StatusBadge>}
      >
        <Details items={testCards()} />
      </Section>
    )
  );
};

/** The sandbox cards and their results. */
const testCards = (): Parameters<typeof Details>[0]['items'] => [
  [
    t('settings:cardPays'),
    <CopyText key="pays" label={t('settings:cardPays')} value="4242 4242 4242 4242" />,
  ],
  [
    t('settings:cardDeclined'),
    <CopyText key="declined" label={t('settings:cardDeclined')} value="4000 0000 0000 0002" />,
  ],
  [
    t('settings:cardAsks'),
    <CopyText key="asks" label={t('settings:cardAsks')} value="4000 0025 0000 3155" />,
  ],
];

const Connected = ({ account }: { account: PaymentAccount }) => {
  const { writeRefusal, personRefusal } = useCurrentOrganization();
  const refusal = writeRefusal ?? personRefusal;
  const [isChanging, changing] = useDisclosure(false);
  const [isEnding, ending] = useDisclosure(false);
  return (
    <Stacked>
      <Section
        title={account.name ?? account.account}
        description={t('settings:moneyGoesThere')}
        actions={
          <StatusBadge tone={account.isTestMode ? 'warning' : 'success'}>
            {account.isTestMode ? t('settings:testMode') : t('settings:live')}
          </StatusBadge>
        }
      >
        <Details items={factsOf(account)} />
      </Section>
      <Section title={t('settings:webhook')} description={t('settings:webhookUse')}>
        <CopyField label={t('settings:webhookAddress')} value={account.webhookUrl} description={events} />
      </Section>
      <Section
        title={t('settings:keys')}
        description={t('settings:keysAreNeverShown')}
        actions={
          <GuardedButton variant="default" refusal={refusal} onClick={changing.open}>
            {t('settings:changeKeys')}
          </GuardedButton>
        }
      >
        <Details items={[[t('settings:publishableKey'), account.publishableKey]]} />
      </Section>
      <Section
        title={t('settings:disconnect')}
        description={t('settings:disconnectUse')}
        actions={
          <GuardedButton color="danger" refusal={refusal} onClick={ending.open}>
            {t('settings:disconnect')}
          </GuardedButton>
        }
      >
        {t('settings:disconnectLosses')}
      </Section>
      {isChanging && <ChangeKeys account={account} onClose={changing.close} />}
      {isEnding && <Disconnect account={account} onClose={ending.close} />}
    </Stacked>
  );
};

/** The webhook events that Stripe must send, by its names. */
const events = 'payment_intent.*, setup_intent.*, refund.*, charge.dispute.*, payment_method.*';

const factsOf = (account: PaymentAccount): Parameters<typeof Details>[0]['items'] => [
  [t('settings:accountId'), <CopyText key="id" label={t('settings:accountId')} value={account.account} />],
  [t('settings:connectedOn'), <DateTime key="since" value={account.createdAt} />],
  [
    t('settings:lastEvent'),
    account.lastEventAt ? (
      <DateTime key="last" value={account.lastEventAt} withTime />
    ) : (
      t('settings:noEventYet')
    ),
  ],
];

const Disconnect = ({ account, onClose }: { account: PaymentAccount; onClose: () => void }) => {
  const [remove, { isLoading, error }] = useDeletePaymentAccountMutation();
  const confirm = async () => {
    const { error: refused } = await remove(account.id);
    if (refused) return;
    notifyDone(t('settings:wasDisconnected'));
    onClose();
  };
  return (
    <ConfirmDialog
      isOpen
      title={t('settings:disconnectThis', { name: account.name ?? account.account })}
      action={t('settings:disconnect')}
      isBusy={isLoading}
      error={error ? t('settings:notDisconnected') : null}
      onConfirm={confirm}
      onClose={onClose}
    >
      {t('settings:disconnectLosses')}
    </ConfirmDialog>
  );
};
