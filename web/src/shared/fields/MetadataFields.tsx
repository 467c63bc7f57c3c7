import { ActionIcon, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { t } from '../../i18n/t.ts';
import { type MetadataEntry, newEntry } from './metadata.ts';

type Props = {
  entries: readonly MetadataEntry[];
  error?: string | undefined;
  onChange: (entries: MetadataEntry[]) => void;
};

/** The seller's own keys and values. */
export const MetadataFields = ({ entries, error, onChange }: Props) => {
  const change = (key: string, part: Partial<MetadataEntry>) =>
    onChange(entries.map((entry) => (entry.key === key ? { ...entry, ...part } : entry)));
  return (
    <Stack gap="xs">
      {entries.map(({ key, name, value }, index) => (
        <Group key={key} gap="xs" wrap="nowrap">
          <TextInput
            flex={1}
            aria-label={t('shared:keyNumber', { number: index + 1 })}
            placeholder={t('shared:key')}
            maxLength={40}
            value={name}
            onChange={(event) => change(key, { name: event.currentTarget.value })}
          />
          <TextInput
            flex={1}
            aria-label={t('shared:valueNumber', { number: index + 1 })}
            placeholder={t('shared:value')}
            maxLength={500}
            value={String(value)}
            onChange={(event) => change(key, { value: event.currentTarget.value })}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={t('shared:removeKeyNumber', { number: index + 1 })}
            onClick={() => onChange(entries.filter((entry) => entry.key !== key))}
          >
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        </Group>
      ))}
      {error && (
        <Text c="var(--danger-text)" size="sm" role="alert">
          {error}
        </Text>
      )}
      <div>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => onChange([...entries, newEntry()])}
        >
          {t('shared:addMetadata')}
        </Button>
      </div>
    </Stack>
  );
};
