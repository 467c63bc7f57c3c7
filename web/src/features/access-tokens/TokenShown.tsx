import { Button, Group, Stack, Text } from '@mantine/core';
import { t } from '../../i18n/t.ts';
import { CopyField } from '../../ui/display/CopyField.tsx';

type Props = { token: string; onDone: () => void };

export const TokenShown = ({ token, onDone }: Props) => (
  <Stack gap="md">
    <Text c="dimmed" lh={1.55}>
      {t('access-tokens:copyItNowAndKeep')}
    </Text>
    <CopyField label={t('access-tokens:accessToken')} value={token} />
    <Group justify="flex-end">
      <Button onClick={onDone}>{t('access-tokens:iHaveCopiedIt')}</Button>
    </Group>
  </Stack>
);
