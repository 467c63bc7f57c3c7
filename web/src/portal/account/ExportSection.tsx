import { useState } from 'react';
import type { Failure } from '../../buyers/call.ts';
import { failureText } from '../../buyers/refusal.ts';
import type { Page } from '../api.ts';
import { routes } from '../api.ts';
import { t } from '../i18n.ts';
import { type Asking, usePortal } from '../portal.ts';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import sections from '../ui/Section.module.css';
import { Section } from '../ui/Section.tsx';
import { saveAs } from '../ui/save.ts';

/** Everything that the seller has of a customer, to take along. */
export const ExportSection = () => {
  const portal = usePortal();
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const take = async () => {
    setIsBusy(true);
    setProblem(null);
    const { data, error } = await gather(portal);
    setIsBusy(false);
    if (error) return setProblem(failureText(error));
    const address = URL.createObjectURL(
      new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }),
    );
    saveAs(address, `${portal.slug}.json`);
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
  };
  return (
    <Section title={t('export.title')}>
      <p className={sections.text}>{t('export.text', { seller: portal.seller.organization.name })}</p>
      <Button kind="secondary" isBusy={isBusy} onPress={take}>
        {t('export.do')}
      </Button>
      <Alert message={problem} />
    </Section>
  );
};

const lists = {
  subscriptions: routes.subscriptions,
  orders: routes.orders,
  benefits: routes.grants,
} as const;

type Gathered = { data: Record<string, unknown>; error: null } | { data: null; error: Failure };

const gather = async ({ ask }: Asking): Promise<Gathered> => {
  const me = await ask<unknown>(routes.me);
  if (me.error) return me;
  const data: Record<string, unknown> = { customer: me.data };
  for (const [name, route] of Object.entries(lists)) {
    const items: unknown[] = [];
    for (let page = 1, last = 1; page <= last; page += 1) {
      const found = await ask<Page<unknown>>(route(`page=${page}&limit=100`));
      if (found.error) return found;
      items.push(...found.data.items);
      last = found.data.pagination.maxPage;
    }
    data[name] = items;
  }
  return { data, error: null };
};
