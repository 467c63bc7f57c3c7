import { Group, Select, Text } from '@mantine/core';
import { useGetGuildQuery } from '../../api/catalog/integrations.ts';
import { useCurrentOrganization } from '../../api/organization/current-organization.ts';
import { asFailure, type Failure } from '../../api/request/failure.ts';
import { t } from '../../i18n/t.ts';
import { failureErrors } from '../../ui/forms/form-errors.ts';
import type { GuardedForm } from '../../ui/forms/guarded-form.ts';
import type { BenefitForm } from './benefit-form.ts';
import { ConnectButton } from './ConnectButton.tsx';

type Props = { form: GuardedForm<BenefitForm>; failure: string | null };

/** The server that the bot was added to, and one of its roles. */
export const DiscordFields = ({ form, failure }: Props) => {
  const { organization } = useCurrentOrganization();
  const { guildToken } = form.values;
  const { data: guild, error } = useGetGuildQuery(
    { organizationId: organization.id, guildToken },
    { skip: guildToken === '' },
  );
  return (
    <>
      <Group>
        <Text size="sm" c={error ? 'var(--danger-text)' : undefined} role={error ? 'alert' : undefined}>
          {error ? whyNoGuild(asFailure(error)) : (guild?.name ?? t('benefits:noServerYet'))}
        </Text>
        <ConnectButton platform="discord" form={form} failure={failure}>
          {t(guild ? 'benefits:anotherServer' : 'benefits:addBot')}
        </ConnectButton>
      </Group>
      {form.errors['guildToken'] && (
        <Text size="sm" c="var(--danger-text)" role="alert">
          {form.errors['guildToken']}
        </Text>
      )}
      <Select
        label={t('benefits:role')}
        description={t('benefits:roleNote')}
        placeholder={t('benefits:chooseARole')}
        searchable
        disabled={!guild}
        data={(guild?.roles ?? []).map(({ id, name, isAssignable }) => ({
          value: id,
          label: isAssignable ? name : t('benefits:roleAboveBot', { name }),
          disabled: !isAssignable,
        }))}
        {...form.getInputProps('roleId')}
      />
    </>
  );
};

/** Describes why the server cannot be loaded: the bot was removed, or Discord does not respond. */
const whyNoGuild = (failure: Failure): string => {
  if (failure.status === 503) return t('benefits:discordDoesNotAnswer');
  return Object.values(failureErrors(failure))[0] ?? failure.message;
};
