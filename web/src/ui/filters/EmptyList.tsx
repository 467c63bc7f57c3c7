import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { t } from '../../i18n/t.ts';
import { EmptyState } from '../EmptyState.tsx';
import type { ListState } from '../list-state.ts';

type Props = {
  list: ListState;
  icon: ReactNode;
  /** Where there is nothing at all. */
  title: string;
  children: ReactNode;
  action?: ReactNode;
  /** Of the heading. */
  level?: 2 | 3;
  /** Where search and filters leave nothing of it. */
  filtered: { title: string; text: string };
};

/** What stands where a list would: that there is nothing yet, or that nothing fits, with the way back to all. */
export const EmptyList = ({ list, icon, title, children, action, level = 2, filtered }: Props) =>
  list.isFiltered ? (
    <EmptyState
      icon={icon}
      title={filtered.title}
      level={level}
      action={
        <Button variant="default" size="xs" onClick={() => list.choose('')}>
          {t('table:clearAll')}
        </Button>
      }
    >
      {filtered.text}
    </EmptyState>
  ) : (
    <EmptyState icon={icon} title={title} action={action} level={level}>
      {children}
    </EmptyState>
  );
