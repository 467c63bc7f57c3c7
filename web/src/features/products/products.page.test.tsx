import { ProductPage } from '@tessera/proto/api/billing/product';
import { screen, waitFor } from '@testing-library/react';
import { renderRoute } from '../../test/render-route.tsx';
import { course, nothing, pageWith } from '../../test/sales.ts';
import { reply } from '../../test/server.ts';

const list = 'GET /billing/v1/products';
const archived = pageWith({ ...course, isArchived: true });

describe('the list of products', () => {
  it('says that all are archived, and leads to them', async () => {
    const { user } = renderRoute('/acme/products', {
      answers: {
        [list]: reply(ProductPage, ({ query }) => (query.get('is_archived') === 'true' ? archived : nothing)),
      },
    });
    await screen.findByText('All products are archived');
    expect(screen.queryByText('Create your first product')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Show archived products' }));
    await screen.findByRole('link', { name: 'Course' });
    expect(location.search).toBe('?show=archived');
  });

  it('offers nothing to search and to take away where there is nothing', async () => {
    const { server } = renderRoute('/acme/products', { answers: { [list]: reply(ProductPage, nothing) } });
    await screen.findByText('Create your first product');
    expect(screen.queryByRole('searchbox')).toBeNull();
    expect(screen.queryByRole('link', { name: 'Export CSV' })).toBeNull();
    expect(server.sentTo(list).length).toBeGreaterThan(0);
  });

  it('goes on offering the search that found nothing', async () => {
    const { user } = renderRoute('/acme/products?query=cours', {
      answers: {
        [list]: reply(ProductPage, ({ query }) => (query.get('query') ? nothing : pageWith(course))),
      },
    });
    await screen.findByText('No products found');
    await user.clear(screen.getByRole('searchbox'));
    await screen.findByRole('link', { name: 'Course' });
    await waitFor(() => expect(location.search).toBe(''));
  });
});
