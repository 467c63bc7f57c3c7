import { Group } from '@mantine/core';
import type { ReactNode } from 'react';

/** What can be done with a row: side by side where there is room, else one below the other rather than out of sight. */
export const RowActions = ({ children }: { children: ReactNode }) => (
  <Group gap="xs" justify="flex-end" display="inline-flex">
    {children}
  </Group>
);
