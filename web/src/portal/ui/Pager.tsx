import { useEffect } from 'react';
import type { Page } from '../api.ts';
import { t } from '../i18n.ts';
import { useAsked } from '../portal.ts';
import { goInstead, useSearch } from '../router.tsx';
import { Button } from './Button.tsx';
import classes from './Pager.module.css';

const perPage = 20;

/** Parses a page number; 1 for anything invalid. */
const pageIn = (search: string): number => {
  const text = new URLSearchParams(search).get('page') ?? '';
  return /^[1-9]\d{0,6}$/.test(text) ? Number(text) : 1;
};

const goToPage = (page: number): void => {
  const address = new URL(window.location.href);
  if (page === 1) address.searchParams.delete('page');
  else address.searchParams.set('page', String(page));
  goInstead(address.pathname + address.search + address.hash);
};

/** A list by pages. The page is kept in the address, so that the way back from a row leads to it. */
export const usePaged = <Item,>(pathOf: (query: string) => string) => {
  const page = pageIn(useSearch());
  const asked = useAsked<Page<Item>>(pathOf(`page=${page}&limit=${perPage}`));
  const lastPage = Math.max(1, asked.data?.pagination.maxPage ?? page);
  // The list has become shorter since.
  useEffect(() => {
    if (page > lastPage) goToPage(lastPage);
  }, [page, lastPage]);
  return { asked, pager: { page, lastPage } };
};

type Props = ReturnType<typeof usePaged>['pager'];

/** Pagination; nothing for a single page. */
export const Pager = ({ page, lastPage }: Props) =>
  lastPage <= 1 ? null : (
    <div className={classes.pager}>
      {page > 1 && (
        <Button kind="secondary" onPress={() => goToPage(page - 1)}>
          {t('pager.newer')}
        </Button>
      )}
      <span className={classes.where}>{t('pager.where', { page, last: lastPage })}</span>
      {page < lastPage && (
        <Button kind="secondary" onPress={() => goToPage(page + 1)}>
          {t('pager.older')}
        </Button>
      )}
    </div>
  );
