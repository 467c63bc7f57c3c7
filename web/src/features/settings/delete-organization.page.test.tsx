import { OrganizationPage } from '@tessera/proto/api/billing/organization';
import { AuthOrganizationList } from '@tessera/proto/api/organization/organization';
import { screen, waitFor, within } from '@testing-library/react';
import { z } from 'zod';
import { acme, acmeProfile } from '../../test/people.ts';
import { renderRoute } from '../../test/render-route.tsx';
import { pageWith } from '../../test/sales.ts';
import { reply } from '../../test/server.ts';
import { atTestEnd } from '../../test/test-end.ts';
import { focusRefusedFields } from '../../ui/forms/focus-refused-field.ts';

const remove = 'POST /auth/organization/delete';

const open = async (name: string) => {
  const page = renderRoute('/acme/settings/danger', {
    answers: {
      'GET /billing/v1/organizations': reply(OrganizationPage, pageWith({ ...acmeProfile, name })),
      'GET /auth/organization/list': reply(AuthOrganizationList, [{ ...acme, name }]),
      [remove]: reply(z.object({ id: z.string() }), { id: acme.id }),
    },
  });
  await page.user.click(await screen.findByRole('button', { name: 'Delete organization' }));
  const dialog = within(await screen.findByRole('dialog'));
  const field = dialog.getByLabelText(/^Type /);
  const confirm = () => page.user.click(dialog.getByRole('button', { name: 'Delete organization' }));
  return { ...page, field, confirm };
};

describe('deleting an organization', () => {
  it('takes a name with spaces that no page shows as it can be read', async () => {
    const { user, server, field, confirm } = await open(' Acme  Studio ');
    await user.type(field, 'Acme Studio');
    await confirm();
    await waitFor(() => expect(server.sentTo(remove)).toHaveLength(1));
  });

  it('tells what becomes of customers', async () => {
    await open('Acme');
    const dialog = within(screen.getByRole('dialog'));
    dialog.getByText(/Customers still find their orders, invoices and what they bought once/);
    dialog.getByText(/All members lose access and are told by e-mail/);
  });

  it('puts the cursor where the name is wrong', async () => {
    atTestEnd(focusRefusedFields());
    const { user, server, field, confirm } = await open('Acme');
    await user.type(field, 'Acne');
    await confirm();
    await screen.findByText('This is not the name.');
    await waitFor(() => expect(document.activeElement).toBe(field));
    expect(server.sentTo(remove)).toEqual([]);
  });

  it('says that there is nothing here where someone else has deleted it meanwhile', async () => {
    const { user, server, field, confirm } = await open('Acme');
    server.refuse(remove, 400, {
      code: 'USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION',
      message: 'User is not a member of the organization',
    });
    server.refuse('GET /auth/organization/own-membership', 403, {
      code: 'YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION',
      message: 'You are not a member of this organization',
    });
    await user.type(field, 'Acme');
    await confirm();
    await screen.findByText('There is nothing here');
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
