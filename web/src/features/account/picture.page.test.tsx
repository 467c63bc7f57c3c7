import { jest } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { z } from 'zod';
import { renderRoute } from '../../test/render-route.tsx';
import { reply } from '../../test/server.ts';

const save = 'POST /auth/account-picture';

afterEach(() => jest.restoreAllMocks());

describe('the picture of an account', () => {
  it('is cut and saved once, however often one presses while it is written', async () => {
    // jsdom neither decodes nor writes pictures, nor reads files whole: a browser takes a moment for it.
    File.prototype.arrayBuffer = () => Promise.resolve(new ArrayBuffer(1));
    globalThis.createImageBitmap = () => Promise.resolve({ close: () => undefined } as ImageBitmap);
    jest.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
    const writing: BlobCallback[] = [];
    jest
      .spyOn(HTMLCanvasElement.prototype, 'toBlob')
      .mockImplementation((written) => void writing.push(written));
    const { user, server } = renderRoute('/account', {
      answers: { [save]: reply(z.object({ status: z.boolean() }), { status: true }) },
    });
    await screen.findByLabelText('Upload a picture');
    const [field] = document.querySelectorAll<HTMLInputElement>('input[type=file]');
    await user.upload(field as HTMLInputElement, new File(['a'], 'me.png', { type: 'image/png' }));
    fireEvent.load(await screen.findByRole('img', { name: 'me.png' }));
    const use = screen.getByRole<HTMLButtonElement>('button', { name: 'Use picture' });
    await waitFor(() => expect(use.disabled).toBe(false));
    await user.dblClick(use);
    await waitFor(() => expect(writing.length).toBeGreaterThan(0));
    for (const written of writing) written(new Blob(['picture'], { type: 'image/webp' }));
    await screen.findByText('Your picture was saved.');
    expect(server.sentTo(save)).toHaveLength(1);
  });
});
