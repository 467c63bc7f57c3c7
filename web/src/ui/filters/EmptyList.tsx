import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { t } from '../../i18n/t.ts';
import { EmptyState } from '../pages/EmptyState.tsx';
import type { ListState } from './list-state.ts';

type Props = {
  list: ListState;
  icon: ReactNode;
  /** For an empty list. */
  title: string;
  children: ReactNode;
  action?: ReactNode;
  /** The level of the heading. */
  level?: 2 | 3;
  /** When search and filters match nothing. */
  filtered: { title: string; text: string };
};

/** Replaces an empty list: there is nothing yet, or nothing matches, with a button that clears the filters. */
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
