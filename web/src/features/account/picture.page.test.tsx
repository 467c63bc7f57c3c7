import { jest } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { z } from 'zod';
import { renderRoute } from '../../test/render-route.tsx';
import { reply } from '../../test/server.ts';

const save = 'POST /auth/account-picture';

afterEach(() => jest.restoreAllMocks());

describe('the picture of an account', () => {
  // jsdom neither decodes nor writes pictures, nor reads files whole: a browser takes a moment for it.
  const writing: BlobCallback[] = [];
  beforeEach(() => {
    writing.length = 0;
    File.prototype.arrayBuffer = () => Promise.resolve(new ArrayBuffer(1));
    globalThis.createImageBitmap = () => Promise.resolve({ close: () => undefined } as ImageBitmap);
    jest.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
    jest
      .spyOn(HTMLCanvasElement.prototype, 'toBlob')
      .mockImplementation((written) => void writing.push(written));
  });
  const write = async () => {
    await waitFor(() => expect(writing.length).toBeGreaterThan(0));
    for (const written of writing.splice(0)) written(new Blob(['picture'], { type: 'image/webp' }));
  };
  const choose = async (user: UserEvent) => {
    await screen.findByLabelText('Upload a picture');
    const [field] = document.querySelectorAll<HTMLInputElement>('input[type=file]');
    await user.upload(field as HTMLInputElement, new File(['a'], 'me.png', { type: 'image/png' }));
    fireEvent.load(await screen.findByRole('img', { name: 'me.png' }));
    const use = screen.getByRole<HTMLButtonElement>('button', { name: 'Use picture' });
    await waitFor(() => expect(use.disabled).toBe(false));
    return use;
  };
  const saved = reply(z.object({ status: z.boolean() }), { status: true });

  it('is cut and saved once, however often one presses while it is written', async () => {
    const { user, server } = renderRoute('/account', { answers: { [save]: saved } });
    await user.dblClick(await choose(user));
    await write();
    await screen.findByText('Your picture was saved.');
    expect(server.sentTo(save)).toHaveLength(1);
  });

  it('can be cut again where the browser could not write it', async () => {
    const { user } = renderRoute('/account', { answers: { [save]: saved } });
    const use = await choose(user);
    await user.click(use);
    // As WebP and as JPEG.
    for (const _format of ['webp', 'jpeg']) {
      await waitFor(() => expect(writing).toHaveLength(1));
      writing.pop()?.(null);
    }
    await screen.findByText('me.png cannot be uploaded here.');
    await waitFor(() => expect(use.disabled).toBe(false));
    await user.click(use);
    await write();
    await screen.findByText('Your picture was saved.');
  });

  it('can be sent again as it was cut, where it could not be saved', async () => {
    let tries = 0;
    const { user } = renderRoute('/account', {
      answers: { [save]: (sent) => (++tries === 1 ? { status: 503, body: {} } : saved(sent)) },
    });
    const use = await choose(user);
    await user.click(use);
    await write();
    await screen.findByText(/is not available right now/);
    await waitFor(() => expect(use.disabled).toBe(false));
    await user.click(use);
    await write();
    await screen.findByText('Your picture was saved.');
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
