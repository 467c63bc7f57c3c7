import { Box, Group, type GroupProps } from '@mantine/core';

type Props = GroupProps & { label: string };

/** A row of fields that form one of several similar items: a group label tells screen readers which one. */
export const FieldRow = ({ label, children, ...row }: Props) => (
  <Box component="fieldset" aria-label={label} w="100%" m={0} p={0} bd={0} miw={0}>
    <Group gap="xs" align="start" w="100%" {...row}>
      {children}
    </Group>
  </Box>
);
