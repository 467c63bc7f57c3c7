import { FilePage, type FileRead } from '@tessera/proto/api/billing/file';
import { Integrations } from '@tessera/proto/api/billing/integration';
import { screen, within } from '@testing-library/react';
import { acme } from '../../test/people.ts';
import { renderRoute } from '../../test/render-route.tsx';
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
});
