import { Button, Group, Stack, Text } from '@mantine/core';
import { CopyField } from '../../ui/CopyField.tsx';

type Props = { token: string; onDone: () => void };

export const TokenShown = ({ token, onDone }: Props) => (
  <Stack gap="md">
    <Text c="dimmed" lh={1.55}>
      Copy it now and keep it somewhere safe. It is not stored in a readable form and cannot be shown again.
    </Text>
    <CopyField label="Access token" value={token} />
    <Group justify="flex-end">
      <Button onClick={onDone}>I have copied it</Button>
    </Group>
  </Stack>
);
