import { fireEvent, screen } from '@testing-library/react';
import { renderRoute } from '../../test/render-route.tsx';

describe('the logo of an organization', () => {
  it('is taken from a picture that is dropped at its address, too', async () => {
    renderRoute('/acme/settings');
    const field = await screen.findByRole('textbox', { name: 'Logo' });
    const file = new File(['a'], 'logo.png', { type: 'image/png' });
    fireEvent.drop(field, { dataTransfer: { types: ['Files'], files: [file] } });
    await screen.findByRole('img', { name: 'logo.png' });
  });
});
