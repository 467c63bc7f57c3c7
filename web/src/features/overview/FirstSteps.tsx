import { IconCircleCheckFilled, IconCircleDashed } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useCurrentOrganization } from '../../api/current-organization.ts';
import { useListOrdersQuery } from '../../api/orders.ts';
import { useListProductsQuery } from '../../api/products.ts';
import { useListWebhookEndpointsQuery } from '../../api/webhooks.ts';
import { paths } from '../../paths.ts';
import { Section } from '../../ui/Section.tsx';
import classes from './FirstSteps.module.css';

type Step = { title: string; text: string; to: string; isDone: boolean };

/** The way to the first sale. Gone once something has been sold. */
export const FirstSteps = () => {
  const steps = useSteps();
  if (!steps) return null;
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <Section title="Get to your first sale" description={`${done} of ${steps.length} done`} isFlush>
      <ol className={classes.steps}>
        {steps.map(({ title, text, to, isDone }) => (
          <li key={title}>
            <Link to={to} className={classes.step} data-done={isDone || undefined}>
              {isDone ? (
                <IconCircleCheckFilled size={20} className={classes.done} aria-label="Done" />
              ) : (
                <IconCircleDashed size={20} className={classes.open} aria-label="To do" />
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
  const one = { organizationId: organization.id, limit: 1 };
  const { data: products } = useListProductsQuery(one);
  const { data: endpoints } = useListWebhookEndpointsQuery(one);
  const { data: orders } = useListOrdersQuery({ organizationId: organization.id, limit: 5 });
  if (!products || !endpoints || !orders || orders.pagination.totalCount > 0) return null;
  const [product] = products.items;
  const { slug } = organization;
  return [
    {
      title: 'Create a product',
      text: 'A name and a price are enough to begin.',
      to: product ? paths.products(slug) : paths.newProduct(slug),
      isDone: product !== undefined,
    },
    {
      title: 'Tell your server',
      text: 'Optional: add a webhook endpoint to hear of every sale.',
      to: endpoints.items.length > 0 ? paths.webhooks(slug) : paths.newWebhook(slug),
      isDone: endpoints.items.length > 0,
    },
    {
      title: 'Share a checkout link',
      text: 'Open a product and send its link to your first customer, or try it with a test card.',
      to: product ? paths.product(slug, product.id) : paths.products(slug),
      isDone: false,
    },
  ];
};
