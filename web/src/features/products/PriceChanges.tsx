import { Box, Group, Radio, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import type { Product } from '../../api/catalog/products.ts';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import { asFailure } from '../../api/request/failure.ts';
import {
  type PriceChange,
  useCreatePriceChangeMutation,
  useGetPriceChangeReachQuery,
  useListPriceChangesQuery,
  useWithdrawPriceChangeMutation,
} from '../../api/sales/price-changes.ts';
import { t } from '../../i18n/t.ts';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import { notifyDone } from '../../ui/dialogs/notify.ts';
import { formatDay } from '../../ui/format/dates.ts';
import { GuardedButton } from '../../ui/forms/GuardedButton.tsx';
import { Section } from '../../ui/pages/Section.tsx';

/** Price changes for existing subscriptions; nothing when there are none. */
export const PriceChanges = ({ product }: { product: Product }) =>
  product.recurringInterval === null ||
  product.prices.some(({ amountType }) => amountType === 'custom') ? null : (
    <Reached product={product} />
  );

const Reached = ({ product: { id } }: { product: Product }) => {
  const isUnderWay = useIsUnderWay(id);
  const { data } = useListPriceChangesQuery(id, { pollingInterval: isUnderWay ? 3_000 : 0 });
  const reach = useReach(id, data?.items);
  const changes = data?.items ?? [];
  const count = reach ?? 0;
  // Pending subscriptions are included in `count`, but have been assigned the new prices already.
  const planned = changes.filter(({ status }) => status === 'planned');
  const waiting = planned.reduce((sum, { pendingCount }) => sum + pendingCount, 0);
  if (count === 0 && changes.length === 0) return null;
  return (
    <Box mb="lg">
      <Section title={t('products:whoSubscribedBefore')} description={t('products:whoSubscribedBeforeNote')}>
        <Stack gap="sm">
          {count > waiting && (
            <Group justify="space-between" gap="sm">
              <Text>{t('products:haveOtherPrices', { count })}</Text>
              <Announce productId={id} count={count} />
            </Group>
          )}
          {changes.map((change) => (
            <Change key={change.id} change={change} />
          ))}
        </Stack>
      </Section>
    </Box>
  );
};

/** Whether to poll: announcements and withdrawals run in the background, as do changes that apply now. */
const useIsUnderWay = (productId: string): boolean => {
  const { data } = useListPriceChangesQuery(productId);
  return (
    data?.items.some(
      ({ status, applies }) =>
        status === 'announcing' || status === 'withdrawing' || (status === 'planned' && applies === 'now'),
    ) ?? false
  );
};

/** The number of subscriptions with other prices; refetched whenever a change makes progress. */
const useReach = (productId: string, changes: readonly PriceChange[] | undefined): number | undefined => {
  const { data, refetch } = useGetPriceChangeReachQuery(productId);
  const progress = changes?.map(({ status, pendingCount }) => `${status} ${pendingCount}`).join();
  const seen = useRef(progress);
  useEffect(() => {
    const isFirst = seen.current === undefined;
    seen.current = progress;
    if (!isFirst) void refetch();
  }, [progress, refetch]);
  return data?.subscriptionsCount;
};

const Announce = ({ productId, count }: { productId: string; count: number }) => {
  const { writeRefusal } = useCurrentOrganization();
  const [isAsking, asking] = useDisclosure(false);
  const [applies, setApplies] = useState<PriceChange['applies']>('next_period');
  const [create, { isLoading, error }] = useCreatePriceChangeMutation();
  const confirm = async () => {
    const { error: refused } = await create({ productId, applies });
    if (refused) return;
    asking.close();
    notifyDone(t('products:pricesAnnounced'));
  };
  return (
    <>
      <GuardedButton variant="default" size="xs" refusal={writeRefusal} onClick={asking.open}>
        {t('products:giveNewPrices')}
      </GuardedButton>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('products:giveNewPricesQuestion', { count })}
        action={t('products:announce')}
        isBusy={isLoading}
        error={error ? asFailure(error).message : null}
        onConfirm={confirm}
        onClose={asking.close}
      >
        <Stack gap="sm">
          <Text>{t('products:customersAreTold')}</Text>
          <Radio.Group
            aria-label={t('products:whenPricesApply')}
            value={applies}
            onChange={(value) => setApplies(value === 'now' ? 'now' : 'next_period')}
          >
            <Stack gap="xs">
              <Radio value="next_period" label={t('products:appliesNextPeriod')} />
              <Radio value="now" label={t('products:appliesNow')} />
            </Stack>
          </Radio.Group>
        </Stack>
      </ConfirmDialog>
    </>
  );
};

const Change = ({
  change: { id, status, createdAt, announcedCount, pendingCount },
}: {
  change: PriceChange;
}) => (
  <Group justify="space-between" gap="sm">
    <Text size="sm">
      {t(`products:priceChange.${status}`, {
        date: formatDay(createdAt),
        announced: announcedCount,
        count: status === 'done' ? announcedCount : pendingCount,
      })}
    </Text>
    {status === 'planned' && <Withdraw id={id} count={pendingCount} />}
  </Group>
);

const Withdraw = ({ id, count }: { id: string; count: number }) => {
  const { writeRefusal } = useCurrentOrganization();
  const [isAsking, asking] = useDisclosure(false);
  const [withdraw, { isLoading, error }] = useWithdrawPriceChangeMutation();
  const confirm = async () => {
    const { error: refused } = await withdraw(id);
    if (refused) return;
    asking.close();
    notifyDone(t('products:pricesWithdrawn'));
  };
  return (
    <>
      <GuardedButton variant="default" size="xs" refusal={writeRefusal} onClick={asking.open}>
        {t('products:withdraw')}
      </GuardedButton>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('products:withdrawQuestion')}
        action={t('products:withdraw')}
        isBusy={isLoading}
        error={error ? asFailure(error).message : null}
        onConfirm={confirm}
        onClose={asking.close}
      >
        <Text>{t('products:withdrawNote', { count })}</Text>
      </ConfirmDialog>
    </>
  );
};
