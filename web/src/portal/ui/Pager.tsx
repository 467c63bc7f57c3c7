import { useState } from 'react';
import { t } from '../i18n.ts';
import { Button } from './Button.tsx';
import classes from './Pager.module.css';

const perPage = 20;

/** The page of a list, and its query parameters. */
export const usePager = () => {
  const [page, setPage] = useState(1);
  return { page, setPage, query: `page=${page}&limit=${perPage}` };
};

type Props = ReturnType<typeof usePager> & { lastPage: number };

/** Pagination; nothing for a single page. */
export const Pager = ({ page, setPage, lastPage }: Props) =>
  lastPage <= 1 ? null : (
    <div className={classes.pager}>
      {page > 1 && (
        <Button kind="secondary" onPress={() => setPage(page - 1)}>
          {t('pager.newer')}
        </Button>
      )}
      <span className={classes.where}>{t('pager.where', { page, last: lastPage })}</span>
      {page < lastPage && (
        <Button kind="secondary" onPress={() => setPage(page + 1)}>
          {t('pager.older')}
        </Button>
      )}
    </div>
  );
