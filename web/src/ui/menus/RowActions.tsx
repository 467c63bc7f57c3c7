import { Group } from '@mantine/core';
import type { ReactNode } from 'react';

/** The actions of a row: side by side, or stacked where there is no room. */
export const RowActions = ({ children }: { children: ReactNode }) => (
  <Group gap="xs" justify="flex-end" display="inline-flex">
    {children}
  </Group>
);
