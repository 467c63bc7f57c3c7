import { jest } from '@jest/globals';
import { fireEvent, screen } from '@testing-library/react';
import { speak } from '../../test/language.ts';
import { renderRoute } from '../../test/render-route.tsx';

describe('cutting a picture', () => {
  afterEach(() => speak('en-US'));

  it('names what the arrow keys move, in the language of the page', async () => {
    await speak('de-DE');
    globalThis.createImageBitmap = () => Promise.resolve({ close: jest.fn() } as unknown as ImageBitmap);
    const { user } = renderRoute('/account/profile');
    await screen.findByLabelText('Bild hochladen');
    const input = document.querySelector<HTMLInputElement>('input[type=file]');
    if (!input) throw new Error('nowhere to give a file');
    await user.upload(input, new File(['picture'], 'ada.png', { type: 'image/png' }));
    fireEvent.load(await screen.findByRole('img', { name: 'ada.png' }));
    await screen.findByLabelText('Obere linke Ecke des Ausschnitts: mit den Pfeiltasten ziehen');
    // Handles at the sides are there too, and not drawn.
    expect(screen.getAllByLabelText('Ausschnitt: mit den Pfeiltasten verschieben')).not.toEqual([]);
    expect(screen.queryByLabelText(/arrow keys/)).toBeNull();
  });
});
