import { FilePage, FileRead } from '@tessera/proto/api/billing/file';
import { screen, waitFor, within } from '@testing-library/react';
import { acme } from '../../test/people.ts';
import { renderRoute } from '../../test/render-route.tsx';
import { nothing } from '../../test/sales.ts';
import { done, refusal, reply } from '../../test/server.ts';

const book: FileRead = {
  id: '0197a000-0000-7000-8000-0000000000bb',
  organizationId: acme.id,
  name: 'Book.pdf',
  path: 'downloadable/o/f/Book.pdf',
  mimeType: 'application/pdf',
  size: 10_485_760,
  storageVersion: null,
  checksumEtag: 'x',
  checksumSha256Base64: null,
  checksumSha256Hex: null,
  lastModifiedAt: null,
  version: null,
  service: 'downloadable',
  isUploaded: true,
  createdAt: new Date('2026-06-15T12:00:00Z'),
  sizeReadable: '10.0 MB',
};
const one = `/billing/v1/files/${book.id}`;
const open = async (answers: object = {}, path = '/acme/files') => {
  const page = renderRoute(path, {
    answers: {
      'GET /billing/v1/files': reply(FilePage, { items: [book], pagination: { totalCount: 1, maxPage: 1 } }),
      [`PATCH ${one}`]: reply(FileRead, { ...book, name: 'Other.pdf' }),
      [`DELETE ${one}`]: done,
      ...answers,
    },
  });
  await screen.findByRole('heading', { name: 'Files' });
  const choose = async (item: string) => {
    await page.user.click(await screen.findByRole('button', { name: 'Actions for Book.pdf' }));
    await page.user.click(await screen.findByRole('menuitem', { name: item }));
    return within(await screen.findByRole('dialog'));
  };
  return { ...page, choose };
};

describe('the page of files', () => {
  it('shows what was uploaded, and keeps filters in the address', async () => {
    const { user, server } = await open();
    await screen.findByText('Book.pdf');
    screen.getByText('10 MB');
    await user.click(screen.getByRole('radio', { name: 'Downloads' }));
    await waitFor(() => expect(location.search).toBe('?kind=downloadable'));
    await waitFor(() =>
      expect(
        server.sentTo('GET /billing/v1/files').some(({ query }) => query.get('service') === 'downloadable'),
      ).toBe(true),
    );
  });

  it('sorts on the server, and is taken away as it is filtered', async () => {
    const { user, server } = await open({}, '/acme/files?kind=downloadable&query=book');
    await screen.findByText('Book.pdf');
    expect(screen.getByRole('link', { name: 'Export CSV' }).getAttribute('href')).toBe(
      `/api/billing/v1/files/export?organization_id=${acme.id}&query=book&service=downloadable`,
    );
    await user.click(screen.getByRole('button', { name: /^Size/ }));
    await waitFor(() =>
      expect(
        server.sentTo('GET /billing/v1/files').some(({ query }) => query.get('sorting') === '-size'),
      ).toBe(true),
    );
    expect(location.search).toContain('sort=-size');
  });

  it('invites to upload where there is nothing, and says so where nothing fits', async () => {
    await open({ 'GET /billing/v1/files': reply(FilePage, nothing) });
    await screen.findByText('Upload your first file');
    screen.getByText('Drop files here, or choose them');
  });

  it('says of an empty file that it is empty, and sends nothing', async () => {
    const { user } = await open();
    await user.upload(screen.getByLabelText('Drop files here, or choose them'), new File([], 'Empty.pdf'));
    await screen.findByText('Empty.pdf is empty.');
  });

  it('names some of many files that cannot be taken, and counts the others', async () => {
    const { user } = await open();
    const empty = Array.from({ length: 6 }, (_, index) => new File([], `${index}.pdf`));
    await user.upload(screen.getByLabelText('Drop files here, or choose them'), empty);
    await screen.findByText('2.pdf is empty.');
    await screen.findByText('3 more files cannot be uploaded here.');
    expect(screen.queryByText('3.pdf is empty.')).toBeNull();
  });

  it('goes on with an upload when the connection is back', async () => {
    const { user, server } = await open({ 'POST /billing/v1/files': refusal(503) });
    const file = new File(['a'], 'Long.pdf', { type: 'application/pdf' });
    // jsdom reads no parts.
    file.slice = () => ({ arrayBuffer: () => Promise.resolve(new ArrayBuffer(1)) }) as Blob;
    await user.upload(screen.getByLabelText('Drop files here, or choose them'), file);
    await screen.findByRole('button', { name: 'Try Long.pdf again' });
    expect(server.sentTo('POST /billing/v1/files')).toHaveLength(1);
    window.dispatchEvent(new Event('online'));
    await waitFor(() => expect(server.sentTo('POST /billing/v1/files')).toHaveLength(2));
  });

  it('gives a file another name', async () => {
    const { choose, user, server } = await open();
    const dialog = await choose('Rename');
    const name = dialog.getByRole('textbox', { name: 'Name' });
    await user.clear(name);
    await user.type(name, 'Other.pdf');
    await user.click(dialog.getByRole('button', { name: 'Save changes' }));
    await waitFor(() => expect(server.sentTo(`PATCH ${one}`)).toHaveLength(1));
    expect(server.sentTo(`PATCH ${one}`)[0]?.body).toEqual({ name: 'Other.pdf', version: null });
  });

  it('says what is lost before it deletes, and why it was refused', async () => {
    const refused = refusal(403, { error: 'NotPermitted', detail: 'Not permitted.' });
    const { choose, user } = await open({ [`DELETE ${one}`]: refused });
    const dialog = await choose('Delete');
    dialog.getByText(/can no longer download it/);
    await user.click(dialog.getByRole('button', { name: 'Delete file' }));
    await dialog.findByText('Not permitted.');
  });
});

describe('the page of a file', () => {
  const hex = 'ab'.repeat(32);
  const openOne = async (answers: object = {}) => {
    const page = renderRoute(`/acme/files/${book.id}`, {
      answers: {
        [`GET ${one}`]: reply(FileRead, { ...book, version: '2.1', checksumSha256Hex: hex }),
        'GET /billing/v1/files': reply(FilePage, nothing),
        [`PATCH ${one}`]: reply(FileRead, { ...book, version: '3' }),
        [`DELETE ${one}`]: done,
        ...answers,
      },
    });
    await screen.findByRole('heading', { name: 'Book.pdf' });
    return page;
  };

  it('is where the list leads, and says all that is known of it', async () => {
    const { user } = await open({
      [`GET ${one}`]: reply(FileRead, { ...book, version: '2.1', checksumSha256Hex: hex }),
    });
    await user.click(await screen.findByRole('link', { name: 'Book.pdf' }));
    await screen.findByRole('heading', { name: 'Book.pdf' });
    expect(location.pathname).toBe(`/acme/files/${book.id}`);
    screen.getByText('Download · 10 MB');
    screen.getByText('application/pdf');
    screen.getByRole('button', { name: `Copy SHA-256: ${hex}` });
    expect(screen.getByLabelText<HTMLInputElement>('Version').value).toBe('2.1');
  });

  it('changes what was changed, and nothing else', async () => {
    const { user, server } = await openOne();
    const version = screen.getByLabelText('Version');
    await user.clear(version);
    await user.type(version, '3');
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    await waitFor(() => expect(server.sentTo(`PATCH ${one}`)).toHaveLength(1));
    expect(server.sentTo(`PATCH ${one}`)[0]?.body).toEqual({ version: '3' });
  });

  it('is left for the list once the file is deleted', async () => {
    const { user, server } = await openOne();
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    const dialog = within(await screen.findByRole('dialog'));
    dialog.getByText(/can no longer download it/);
    await user.click(dialog.getByRole('button', { name: 'Delete file' }));
    await waitFor(() => expect(location.pathname).toBe('/acme/files'));
    expect(server.sentTo(`DELETE ${one}`)).toHaveLength(1);
  });

  it('says so where there is no such file', async () => {
    renderRoute(`/acme/files/${book.id}`, { answers: { [`GET ${one}`]: refusal(404) } });
    await screen.findByRole('heading', { name: /not found/i });
  });
});
