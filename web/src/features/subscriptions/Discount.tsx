import { Group, Select, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { type Discount as AnyDiscount, useListDiscountsQuery } from '../../api/catalog/discounts.ts';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import { asFailure } from '../../api/request/failure.ts';
import { serverNow } from '../../api/request/server-time.ts';
import { type Subscription, useUpdateSubscriptionMutation } from '../../api/sales/subscriptions.ts';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { describeDuration, describeValue, stateOf } from '../../shared/describe/discount.ts';
import { offering } from '../../shared/fields/choices.ts';
import { maxChoices, useChoiceSearch } from '../../shared/fields/NamedChoices.tsx';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { DialogActions } from '../../ui/dialogs/DialogActions.tsx';
import { notifyDone } from '../../ui/dialogs/notify.ts';
import { TextLink } from '../../ui/display/TextLink.tsx';
import { failureErrors } from '../../ui/forms/form-errors.ts';
import { GuardedButton } from '../../ui/forms/GuardedButton.tsx';
import { Section } from '../../ui/pages/Section.tsx';
import { isRunning } from './state.ts';

type Props = { subscription: Subscription };

/** The discount of a subscription; adds, changes or removes it. */
export const Discount = ({ subscription }: Props) => {
  const { organization, writeRefusal } = useCurrentOrganization();
  const [isChoosing, choosing] = useDisclosure(false);
  const { discount } = subscription;
  const isChangeable = isRunning(subscription);
  // The dialog stays mounted while it is open, to explain that a subscription that ended meanwhile takes no discount.
  if (!discount && !isChangeable && !isChoosing) return null;
  return (
    <Section title={t('subscriptions:discount')}>
      <Stack gap="sm">
        {discount ? (
          <div>
            <TextLink to={paths.discount(organization.slug, discount.id)}>{discount.name}</TextLink>
            <Text size="sm" c="dimmed">
              {describeValue(discount)} · {describeDuration(discount)}
            </Text>
          </div>
        ) : (
          <Text c="dimmed">{t('subscriptions:noDiscount')}</Text>
        )}
        {isChangeable && (
          <Group gap="xs">
            <GuardedButton variant="default" size="xs" refusal={writeRefusal} onClick={choosing.open}>
              {t(discount ? 'subscriptions:changeDiscount' : 'subscriptions:applyDiscount')}
            </GuardedButton>
            {discount && <Remove id={subscription.id} />}
          </Group>
        )}
      </Stack>
      {isChoosing && <Choose subscription={subscription} onClose={choosing.close} />}
    </Section>
  );
};

const Remove = ({ id }: { id: string }) => {
  const { writeRefusal } = useCurrentOrganization();
  const [isAsking, asking] = useDisclosure(false);
  const [update, { isLoading, error }] = useUpdateSubscriptionMutation();
  const confirm = async () => {
    const { error: refused } = await update({ id, changes: { discountId: null } });
    if (refused) return;
    asking.close();
    notifyDone(t('subscriptions:discountRemoved'));
  };
  return (
    <>
      <GuardedButton variant="subtle" size="xs" refusal={writeRefusal} onClick={asking.open}>
        {t('subscriptions:removeDiscount')}
      </GuardedButton>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('subscriptions:removeTheDiscount')}
        action={t('subscriptions:removeDiscount')}
        isBusy={isLoading}
        error={error ? asFailure(error).message : null}
        onConfirm={confirm}
        onClose={asking.close}
      >
        {t('subscriptions:discountRemoveNote')}
      </ConfirmDialog>
    </>
  );
};

/** Whether the discount may apply to this subscription; the server checks the remaining conditions on submit. */
const isOffered = (discount: AnyDiscount, { productId, discountId, currency }: Subscription): boolean =>
  discount.id !== discountId &&
  stateOf(discount, serverNow()) === 'active' &&
  (discount.products.length === 0 || discount.products.some(({ id }) => id === productId)) &&
  (!('currency' in discount) || discount.currency === currency);

const labelOf = (discount: AnyDiscount): string =>
  `${discount.name} · ${describeValue(discount)} · ${describeDuration(discount)}`;

type ChoiceProps = Props & {
  chosen: AnyDiscount | null;
  error: string | undefined;
  onChange: (discount: AnyDiscount | null) => void;
};

const DiscountChoice = ({ subscription, chosen, error, onChange }: ChoiceProps) => {
  const { organization } = useCurrentOrganization();
  const { search, setSearch, query } = useChoiceSearch();
  // The input shows the selected discount: not a search text.
  const sought = chosen && query === labelOf(chosen) ? undefined : query;
  const list = useListDiscountsQuery({
    organizationId: organization.id,
    limit: maxChoices,
    sorting: ['name'],
    query: sought,
  });
  const offered = ((list.currentData ?? list.data)?.items ?? []).filter((one) =>
    isOffered(one, subscription),
  );
  const choices = chosen && !offered.some(({ id }) => id === chosen.id) ? [chosen, ...offered] : offered;
  return (
    <Select
      label={t('subscriptions:discount')}
      description={t('subscriptions:discountFromNext')}
      placeholder={t('subscriptions:chooseDiscount')}
      searchable
      searchValue={search}
      onSearchChange={setSearch}
      openOnFocus={false}
      {...offering(list, t('subscriptions:noOtherDiscount'))}
      data={choices.map((one) => ({ value: one.id, label: labelOf(one) }))}
      value={chosen?.id ?? null}
      onChange={(id) => onChange(choices.find((one) => one.id === id) ?? null)}
      error={error}
      data-autofocus
    />
  );
};

const Choose = ({ subscription, onClose }: Props & { onClose: () => void }) => {
  const [chosen, setChosen] = useState<AnyDiscount | null>(null);
  const [update, { isLoading, error }] = useUpdateSubscriptionMutation();
  const refused = error ? failureErrors(asFailure(error)) : {};
  const apply = async () => {
    if (!chosen) return;
    const { error: failed } = await update({ id: subscription.id, changes: { discountId: chosen.id } });
    if (failed) return;
    onClose();
    notifyDone(t('subscriptions:discountApplied'));
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t(subscription.discount ? 'subscriptions:changeDiscount' : 'subscriptions:applyDiscount')}
    >
      <Stack gap="md">
        <DiscountChoice
          subscription={subscription}
          chosen={chosen}
          error={refused['discountId']}
          onChange={setChosen}
        />
        {error && !refused['discountId'] && (
          <Text role="alert" c="var(--danger-text)" size="sm">
            {asFailure(error).message}
          </Text>
        )}
        <DialogActions
          action={t('subscriptions:applyDiscount')}
          isBusy={isLoading}
          isDisabled={!chosen}
          onSend={apply}
          onCancel={onClose}
        />
      </Stack>
    </Dialog>
  );
};
