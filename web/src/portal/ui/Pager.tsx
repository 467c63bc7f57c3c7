import { useState } from 'react';
import { t } from '../i18n.ts';
import { Button } from './Button.tsx';
import classes from './Pager.module.css';

const perPage = 20;

/** Which page of a list is looked at, and how the server is asked for it. */
export const usePager = () => {
  const [page, setPage] = useState(1);
  return { page, setPage, query: `page=${page}&limit=${perPage}` };
};

type Props = ReturnType<typeof usePager> & { lastPage: number };

/** From page to page; nothing where there is only one. */
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
