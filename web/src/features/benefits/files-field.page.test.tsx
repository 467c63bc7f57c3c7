import { FilePage, type FileRead } from '@tessera/proto/api/billing/file';
import { Integrations } from '@tessera/proto/api/billing/integration';
import { screen, within } from '@testing-library/react';
import { acme } from '../../test/people.ts';
import { renderRoute } from '../../test/render-route.tsx';
import { pageWith } from '../../test/sales.ts';
import { reply } from '../../test/server.ts';

const file = (end: string, name: string): FileRead => ({
  id: `0197a000-0000-7000-8000-0000000000${end}`,
  createdAt: new Date('2026-06-15T12:00:00Z'),
  organizationId: acme.id,
  name,
  path: name,
  mimeType: 'application/pdf',
  size: 1000,
  sizeReadable: '1 KB',
  storageVersion: null,
  checksumEtag: null,
  checksumSha256Base64: null,
  checksumSha256Hex: null,
  lastModifiedAt: null,
  version: null,
  isUploaded: true,
  service: 'downloadable',
});

const [guide, atlas] = [file('a1', 'Guide.pdf'), file('a2', 'Atlas.pdf')];
const integrations = { discord: { isOffered: false }, github: { isOffered: false, installUrl: null } };

describe('files of a benefit', () => {
  it('are found by their names, however many there are', async () => {
    const { user } = renderRoute('/acme/benefits/new', {
      answers: {
        'GET /billing/v1/integrations': reply(Integrations, integrations),
        'GET /billing/v1/files': reply(FilePage, ({ query }) =>
          query.has('ids') || query.get('query') === 'Atl'
            ? { items: [atlas], pagination: { totalCount: 1, maxPage: 1 } }
            : { items: [guide], pagination: { totalCount: 101, maxPage: 2 } },
        ),
      },
    });
    await user.click(await screen.findByRole('combobox', { name: 'Type' }));
    await user.click(await screen.findByRole('option', { name: 'Files' }));
    const input = await screen.findByRole('combobox', { name: 'Or choose an existing one' });
    await user.type(input, 'Atl');
    await user.click(await screen.findByRole('option', { name: 'Atlas.pdf' }));
    const chosen = within(screen.getByRole('list', { name: 'Chosen files' }));
    await chosen.findByText('Atlas.pdf');
  });

  it('are put in order, which is announced', async () => {
    const { user } = renderRoute('/acme/benefits/new', {
      answers: {
        'GET /billing/v1/integrations': reply(Integrations, integrations),
        'GET /billing/v1/files': reply(FilePage, pageWith(guide, atlas)),
      },
    });
    await user.click(await screen.findByRole('combobox', { name: 'Type' }));
    await user.click(await screen.findByRole('option', { name: 'Files' }));
    for (const name of ['Guide.pdf', 'Atlas.pdf']) {
      await user.click(await screen.findByRole('combobox', { name: 'Or choose an existing one' }));
      await user.click(await screen.findByRole('option', { name }));
    }
    await user.click(await screen.findByRole('button', { name: 'Move Atlas.pdf up' }));
    expect(screen.getByText('Atlas.pdf: place 1 of 2').getAttribute('aria-live')).toBe('polite');
    const files = within(screen.getByRole('list', { name: 'Chosen files' })).getAllByRole('listitem');
    expect(files.map(({ textContent }) => textContent?.slice(0, 5))).toEqual(['Atlas', 'Guide']);
  });

  it('of one name are told apart', async () => {
    const later = { ...guide, id: atlas.id, version: 'v2', createdAt: new Date('2026-06-15T12:00:09Z') };
    const { user } = renderRoute('/acme/benefits/new', {
      answers: {
        'GET /billing/v1/integrations': reply(Integrations, integrations),
        'GET /billing/v1/files': reply(FilePage, ({ query }) => {
          const ids = query.getAll('ids');
          return pageWith(...[guide, later].filter(({ id }) => ids.length === 0 || ids.includes(id)));
        }),
      },
    });
    await user.click(await screen.findByRole('combobox', { name: 'Type' }));
    await user.click(await screen.findByRole('option', { name: 'Files' }));
    await user.click(await screen.findByRole('combobox', { name: 'Or choose an existing one' }));
    await screen.findByRole('option', { name: /^Guide\.pdf · 1,?000 bytes · Jun 15, 2026, \d+:00:00/ });
    await user.click(screen.getByRole('option', { name: /^Guide\.pdf · .* · v2 · Jun 15, 2026, \d+:00:09/ }));
    await screen.findByRole('button', { name: /^Remove Guide\.pdf, v2, Jun 15, 2026/ });
  });
});
