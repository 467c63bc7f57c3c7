import { Box, Group, type GroupProps } from '@mantine/core';

type Props = GroupProps & { label: string };

/** Fields beside each other that are one thing of several alike: readers hear which one a field belongs to. */
export const FieldRow = ({ label, children, ...row }: Props) => (
  <Box component="fieldset" aria-label={label} w="100%" m={0} p={0} bd={0} miw={0}>
    <Group gap="xs" align="start" w="100%" {...row}>
      {children}
    </Group>
  </Box>
);
