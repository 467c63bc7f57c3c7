import { Organization } from '@tessera/proto/api/billing/organization';
import { screen, waitFor } from '@testing-library/react';
import { acme, acmeProfile } from '../../test/people.ts';
import { renderRoute } from '../../test/render-route.tsx';
import { reply } from '../../test/server.ts';

const one = `/billing/v1/organizations/${acme.id}`;

describe('the accent color', () => {
  it('says what is wrong with text that is no color, and takes a short one', async () => {
    const { user, server } = renderRoute('/acme/settings/brand', {
      answers: { [`GET ${one}`]: reply(Organization, acmeProfile) },
    });
    const field = await screen.findByRole('textbox', { name: 'Accent color' });
    await user.type(field, 'red');
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    await screen.findByText('Must be a color such as #0d6b65.');
    expect((field as HTMLInputElement).value).toBe('red');
    await user.clear(field);
    await user.type(field, '#1aF');
    server.answer(`PATCH ${one}`, Organization, {
      ...acmeProfile,
      brandSettings: { accentColor: '#11aaff' },
    });
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    await waitFor(() => expect(server.sentTo(`PATCH ${one}`)).toHaveLength(1));
    expect(server.sentTo(`PATCH ${one}`)[0]?.body).toEqual({ brand_settings: { accent_color: '#11aaFF' } });
    await screen.findByDisplayValue('#11aaff');
  });
});
