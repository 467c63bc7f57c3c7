import { OrganizationAccessTokenPage } from '@tessera/proto/api/organization/access-token';
import { screen, within } from '@testing-library/react';
import { renderRoute } from '../../test/render-route.tsx';
import { nothing } from '../../test/sales.ts';
import { reply } from '../../test/server.ts';

const openForm = async () => {
  const page = renderRoute('/acme/settings/tokens', {
    answers: { 'GET /billing/v1/organization-access-tokens': reply(OrganizationAccessTokenPage, nothing) },
  });
  const [add] = await screen.findAllByRole('button', { name: 'New token' });
  if (add) await page.user.click(add);
  const dialog = within(await screen.findByRole('dialog', { name: 'New access token' }));
  const chosen = () =>
    dialog.getAllByRole<HTMLInputElement>('checkbox').filter(({ checked }) => checked).length;
  return { ...page, dialog, chosen };
};

describe('the rights of a new token', () => {
  it('are chosen all at once, those that only look, or none', async () => {
    const { user, dialog, chosen } = await openForm();
    const all = dialog.getAllByRole('checkbox').length;
    expect(chosen()).toBe(0);
    await user.click(dialog.getByRole('button', { name: 'Choose all' }));
    expect(chosen()).toBe(all);
    await user.click(dialog.getByRole('button', { name: 'Only see' }));
    expect(dialog.getByRole<HTMLInputElement>('checkbox', { name: 'See orders' }).checked).toBe(true);
    expect(dialog.getByRole<HTMLInputElement>('checkbox', { name: 'Refund orders' }).checked).toBe(false);
    await user.click(dialog.getByRole('button', { name: 'Clear' }));
    expect(chosen()).toBe(0);
  });
});
