import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconChevronsLeft, IconChevronsRight } from '@tabler/icons-react';
import { readerLocale } from '../../i18n/start.ts';
import { t } from '../../i18n/t.ts';
import classes from './DataTable.module.css';

type Props = {
  label: string;
  page: number;
  onPage: ((page: number) => void) | undefined;
  pagination: { totalCount: number; maxPage: number };
};

const grouped = (page: number): string => page.toLocaleString(readerLocale());

/** The pagination of a list, with the current range. */
export const Pages = ({ label, page, onPage, pagination: { maxPage, totalCount } }: Props) => {
  if (!onPage || maxPage <= 1) return null;
  const step = (to: number, name: string, Icon: typeof IconChevronLeft) => (
    <ActionIcon
      variant="default"
      size="md"
      aria-label={name}
      disabled={to < 1 || to > maxPage || to === page}
      onClick={() => onPage(to)}
    >
      <Icon size={16} aria-hidden />
    </ActionIcon>
  );
  return (
    <nav className={classes.pages} aria-label={t('table:pagesOf', { label })}>
      <span className={classes.total} aria-live="polite">
        {t('table:pageOf', { page: grouped(page), last: grouped(maxPage), count: totalCount })}
      </span>
      <div className={classes.steps}>
        {maxPage > 2 && step(1, t('table:firstPage'), IconChevronsLeft)}
        {step(page - 1, t('table:previousPage'), IconChevronLeft)}
        {step(page + 1, t('table:nextPage'), IconChevronRight)}
        {maxPage > 2 && step(maxPage, t('table:lastPage'), IconChevronsRight)}
      </div>
    </nav>
  );
};
