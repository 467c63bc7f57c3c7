import { fireEvent, screen } from '@testing-library/react';
import { acme } from '../../test/people.ts';
import { renderRoute } from '../../test/render-route.tsx';

describe('the logo of an organization', () => {
  it('is taken from a picture that is dropped at its address, too', async () => {
    renderRoute('/acme/settings');
    const field = await screen.findByRole('textbox', { name: 'Logo' });
    const file = new File(['a'], 'logo.png', { type: 'image/png' });
    fireEvent.drop(field, { dataTransfer: { types: ['Files'], files: [file] } });
    await screen.findByRole('img', { name: 'logo.png' });
  });

  it('has an address at which pages may show it', async () => {
    const { user, server } = renderRoute('/acme/settings');
    const save = () => user.click(screen.getByRole('button', { name: 'Save changes' }));
    const field = await screen.findByRole('textbox', { name: 'Logo' });
    await user.type(field, 'http://example.com/logo.png');
    expect(screen.queryByRole('img', { name: 'Logo' })).toBeNull();
    await save();
    await screen.findByText(/address that starts with https/);
    expect(server.sentTo(`PATCH /billing/v1/organizations/${acme.id}`)).toEqual([]);
    await user.clear(field);
    await user.type(field, 'https://example.com/logo.png');
    await screen.findByRole('img', { name: 'Logo' });
  });
});
