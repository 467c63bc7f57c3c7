import { List, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import {
  useDeleteOrganizationMutation,
  useListOrganizationsQuery,
} from '../../api/organization/organizations.ts';
import { useOwnMembership, useRefusal } from '../../api/organization/own-membership.ts';
import { asFailure } from '../../api/request/failure.ts';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import { notifyDone } from '../../ui/dialogs/notify.ts';
import { Stacked } from '../../ui/display/Stacked.tsx';
import { GuardedButton } from '../../ui/forms/GuardedButton.tsx';
import { PageHeader } from '../../ui/pages/PageHeader.tsx';
import { Section } from '../../ui/pages/Section.tsx';
import { ChangeSlug } from './ChangeSlug.tsx';

export const DangerZonePage = () => {
  const refusal = useDeletionRefusal();
  const { organization, writeRefusal } = useCurrentOrganization();
  const [isAsking, asking] = useDisclosure(false);
  const [isMoving, moving] = useDisclosure(false);
  return (
    <>
      <PageHeader title={t('settings:dangerZone')} description={t('settings:whatBreaksLinksOrCannot')} />
      <Stacked>
        <Section
          title={t('settings:address')}
          description={t('settings:yourDashboardIsAt', {
            host: window.location.host,
            slug: organization.slug,
          })}
          actions={
            <GuardedButton variant="default" refusal={writeRefusal} onClick={moving.open}>
              {t('settings:changeAddress')}
            </GuardedButton>
          }
        >
          <Text size="md">{t('settings:aNewAddressBreaksLinks')}</Text>
        </Section>
        <Section
          title={t('settings:deleteThisOrganization')}
          description={t('settings:forEveryoneAtOnce')}
          actions={
            <GuardedButton color="danger" refusal={refusal} onClick={asking.open}>
              {t('settings:deleteOrganization')}
            </GuardedButton>
          }
        >
          <Losses />
        </Section>
      </Stacked>
      {isMoving && <ChangeSlug onClose={moving.close} />}
      {isAsking && <DeleteOrganization onClose={asking.close} />}
    </>
  );
};

/** Why this organization cannot be deleted, by anyone or by this user; null: it can. */
const useDeletionRefusal = (): string | null => {
  const refusal = useRefusal('organization', 'delete', t('settings:deleteIt'));
  const { data: membership } = useOwnMembership();
  return membership?.isDeletable === false ? t('settings:cannotBeDeletedHere') : refusal;
};

const Losses = () => (
  <List size="md" spacing="xs">
    <List.Item>{t('settings:allMembersLoseAccess')}</List.Item>
    <List.Item>{t('settings:productsAreArchivedAndOpen')}</List.Item>
    <List.Item>{t('settings:subscriptionsEndAtOnce')}</List.Item>
    <List.Item>{t('settings:ordersAndCustomersCan')}</List.Item>
    <List.Item>{t('settings:accessTokensAreRefused')}</List.Item>
  </List>
);

/** The name as HTML renders it: trimmed, with white space collapsed. */
const asShown = (name: string): string => name.trim().replaceAll(/\s+/g, ' ');

const DeleteOrganization = ({ onClose }: { onClose: () => void }) => {
  const { organization } = useCurrentOrganization();
  const { data: organizations = [] } = useListOrganizationsQuery({ limit: 2 });
  const navigate = useNavigate();
  const [remove, { isLoading, error }] = useDeleteOrganizationMutation();
  const [typed, setTyped] = useState('');
  const [isWrong, setIsWrong] = useState(false);
  const isName = asShown(typed) === asShown(organization.name);
  const confirm = async () => {
    if (!isName) return setIsWrong(true);
    const next = organizations.find(({ id }) => id !== organization.id);
    const { error: refused } = await remove(organization.id);
    if (refused) return;
    notifyDone(t('settings:wasDeleted', { name: organization.name }));
    await navigate(next ? paths.overview(next.slug) : paths.newOrganization, { replace: true });
  };
  return (
    <ConfirmDialog
      isOpen
      title={t('settings:delete', { name: organization.name })}
      action={t('settings:deleteOrganization')}
      isBusy={isLoading}
      error={error ? asFailure(error).message : null}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Losses />
      <Text size="md" my="md">
        {t('settings:thisCannotBeUndone')}
      </Text>
      <TextInput
        label={t('settings:typeToConfirm', { name: organization.name })}
        autoComplete="off"
        value={typed}
        error={isWrong && !isName ? t('settings:thisIsNotTheName') : null}
        onChange={({ currentTarget: { value } }) => setTyped(value)}
      />
    </ConfirmDialog>
  );
};
