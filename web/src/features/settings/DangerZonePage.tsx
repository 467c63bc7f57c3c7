import { List, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useCurrentOrganization } from '../../api/current-organization.ts';
import { asFailure } from '../../api/failure.ts';
import { useDeleteOrganizationMutation, useListOrganizationsQuery } from '../../api/organizations.ts';
import { useRefusal } from '../../api/place.ts';
import { paths } from '../../paths.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { GuardedButton } from '../../ui/GuardedButton.tsx';
import { notifyDone } from '../../ui/notify.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Section } from '../../ui/Section.tsx';
import { Stacked } from '../../ui/Stacked.tsx';
import { ChangeSlug } from './ChangeSlug.tsx';

export const DangerZonePage = () => {
  const refusal = useRefusal('organization', 'delete', 'delete it');
  const { organization, writeRefusal } = useCurrentOrganization();
  const [isAsking, asking] = useDisclosure(false);
  const [isMoving, moving] = useDisclosure(false);
  return (
    <>
      <PageHeader title="Danger zone" description="What breaks links, or cannot be undone." />
      <Stacked>
        <Section
          title="Address"
          description={`Your dashboard is at ${window.location.host}/${organization.slug}`}
          actions={
            <GuardedButton variant="default" refusal={writeRefusal} onClick={moving.open}>
              Change address
            </GuardedButton>
          }
        >
          <Text size="md">A new address breaks links and bookmarks to the present one.</Text>
        </Section>
        <Section
          title="Delete this organization"
          description="For everyone, at once and for good."
          actions={
            <GuardedButton color="danger" refusal={refusal} onClick={asking.open}>
              Delete organization
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

const Losses = () => (
  <List size="md" spacing="xs">
    <List.Item>All members lose access, and open invitations stop working.</List.Item>
    <List.Item>Products are archived and open checkouts close: nothing can be bought any more.</List.Item>
    <List.Item>Subscriptions end at once, and customers lose what came with them.</List.Item>
    <List.Item>Orders and customers can no longer be reached.</List.Item>
    <List.Item>Access tokens are refused, and webhook endpoints are told nothing more.</List.Item>
  </List>
);

const DeleteOrganization = ({ onClose }: { onClose: () => void }) => {
  const { organization } = useCurrentOrganization();
  const { data: organizations = [] } = useListOrganizationsQuery({ limit: 2 });
  const navigate = useNavigate();
  const [remove, { isLoading, error }] = useDeleteOrganizationMutation();
  const [typed, setTyped] = useState('');
  const [isWrong, setIsWrong] = useState(false);
  const confirm = async () => {
    if (typed.trim() !== organization.name) return setIsWrong(true);
    const next = organizations.find(({ id }) => id !== organization.id);
    const { error: refused } = await remove(organization.id);
    if (refused) return;
    notifyDone(`${organization.name} was deleted.`);
    await navigate(next ? paths.overview(next.slug) : paths.newOrganization, { replace: true });
  };
  return (
    <ConfirmDialog
      isOpen
      title={`Delete ${organization.name}?`}
      action="Delete organization"
      isBusy={isLoading}
      error={error ? asFailure(error).message : null}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Losses />
      <Text size="md" my="md">
        This cannot be undone.
      </Text>
      <TextInput
        label={`Type ${organization.name} to confirm`}
        autoComplete="off"
        value={typed}
        error={isWrong && typed.trim() !== organization.name ? 'This is not the name.' : null}
        onChange={({ currentTarget: { value } }) => setTyped(value)}
      />
    </ConfirmDialog>
  );
};
