import { skipToken } from '@reduxjs/toolkit/query';
import { IconCircleCheckFilled, IconCircleDashed } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useCurrentOrganization } from '../../api/current-organization.ts';
import { useListOrdersQuery } from '../../api/orders.ts';
import { useListProductsQuery } from '../../api/products.ts';
import { useListWebhookEndpointsQuery } from '../../api/webhooks.ts';
import { t } from '../../i18n/t.ts';
import { paths } from '../../paths.ts';
import { Section } from '../../ui/Section.tsx';
import classes from './FirstSteps.module.css';
import { activityLimit } from './limits.ts';

type Step = { title: string; text: string; to: string; isDone: boolean };

/** The way to the first sale. Gone once something has been sold. */
export const FirstSteps = () => {
  const steps = useSteps();
  if (!steps) return null;
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <Section
      title={t('overview:getToYourFirstSale')}
      description={t('overview:someDone', { done, count: steps.length })}
      isFlush
    >
      <ol className={classes.steps}>
        {steps.map(({ title, text, to, isDone }) => (
          <li key={title}>
            <Link to={to} className={classes.step} data-done={isDone || undefined}>
              {isDone ? (
                <IconCircleCheckFilled size={20} className={classes.done} aria-label={t('overview:done')} />
              ) : (
                <IconCircleDashed size={20} className={classes.open} aria-label={t('overview:toDo')} />
              )}
              <span>
                <span className={classes.title}>{title}</span>
                <span className={classes.text}>{text}</span>
              </span>
            </Link>
          </li>
        ))}
      </ol>
    </Section>
  );
};

const useSteps = (): Step[] | null => {
  const { organization } = useCurrentOrganization();
  const { data: orders } = useListOrdersQuery({ organizationId: organization.id, limit: activityLimit });
  // Whoever has sold something is not asked about the rest.
  const one = orders?.items.length === 0 ? { organizationId: organization.id, limit: 1 } : skipToken;
  const { data: products } = useListProductsQuery(one);
  const { data: endpoints } = useListWebhookEndpointsQuery(one);
  if (!products || !endpoints || orders?.items.length !== 0) return null;
  const [product] = products.items;
  const { slug } = organization;
  return [
    {
      title: t('overview:createAProduct'),
      text: t('overview:aNameAndAPrice'),
      to: product ? paths.products(slug) : paths.newProduct(slug),
      isDone: product !== undefined,
    },
    {
      title: t('overview:tellYourServer'),
      text: t('overview:addAnEndpoint'),
      to: endpoints.items.length > 0 ? paths.webhooks(slug) : paths.newWebhook(slug),
      isDone: endpoints.items.length > 0,
    },
    {
      title: t('overview:shareACheckoutLink'),
      text: t('overview:openAProduct'),
      to: product ? paths.product(slug, product.id) : paths.products(slug),
      isDone: false,
    },
  ];
};
