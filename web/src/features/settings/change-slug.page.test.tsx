import { OrganizationPage } from '@tessera/proto/api/billing/organization';
import { OwnMembership } from '@tessera/proto/api/organization/directory';
import { screen, waitFor, within } from '@testing-library/react';
import { z } from 'zod';
import { acme, acmeProfile, adasMembership } from '../../test/people.ts';
import { renderRoute } from '../../test/render-route.tsx';
import { nothing, pageWith } from '../../test/sales.ts';
import { refusal, reply } from '../../test/server.ts';

const change = 'POST /auth/organization/update';
const lookUp = 'GET /billing/v1/organizations';

const open = async (answer = reply(z.object({}), {})) => {
  const page = renderRoute('/acme/settings/danger', {
    answers: {
      [change]: answer,
      'POST /auth/organization/check-slug': reply(z.object({ status: z.boolean() }), { status: true }),
    },
  });
  await page.user.click(await screen.findByRole('button', { name: 'Change address' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Change the address?' }));
  const field = dialog.getByLabelText('New address');
  const submit = () => page.user.click(dialog.getByRole('button', { name: 'Change address' }));
  return { ...page, dialog, field, submit };
};

describe('another address of an organization', () => {
  it('is where one is at once, and the old one is nobody’s', async () => {
    const { user, server, field, submit, router } = await open();
    await user.clear(field);
    await user.type(field, 'acme-studio');
    const moved = { ...acmeProfile, slug: 'acme-studio' };
    server.answer(lookUp, OrganizationPage, ({ query }) =>
      query.get('slug') === 'acme-studio' ? pageWith(moved) : nothing,
    );
    await submit();
    await waitFor(() => expect(location.pathname).toBe('/acme-studio/settings/danger'));
    await screen.findByText(/Your dashboard is at .*\/acme-studio$/);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.sentTo(change)[0]?.body).toEqual({
      organizationId: acme.id,
      data: { slug: 'acme-studio' },
    });
    await router.navigate('/acme/settings/danger');
    await screen.findByRole('heading', { name: 'There is nothing here' });
  });

  it('says beside the field that somebody has it', async () => {
    const { user, field, submit, dialog } = await open(
      refusal(400, { code: 'SLUG_IS_TAKEN', message: 'Slug is taken' }),
    );
    await user.clear(field);
    await user.type(field, 'taken');
    await submit();
    await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
    dialog.getByText('This address is taken. Choose another.');
    expect(location.pathname).toBe('/acme/settings/danger');
  });
});

describe('deleting an organization where nobody can', () => {
  it('is refused before anything is typed, with the reason', async () => {
    const { user } = renderRoute('/acme/settings/danger', {
      answers: {
        'GET /auth/organization/own-membership': reply(OwnMembership, {
          ...adasMembership,
          isDeletable: false,
        }),
      },
    });
    const reason = 'Organizations cannot be deleted here. Contact the administrator of this server.';
    const find = () => screen.getByRole('button', { name: 'Delete organization' });
    await screen.findByRole('button', { name: 'Delete organization' });
    // It is another button once it is known that nobody may.
    await waitFor(() => expect(find().getAttribute('aria-disabled')).toBe('true'));
    await user.hover(find());
    await screen.findByText(reason);
    await user.click(find());
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
