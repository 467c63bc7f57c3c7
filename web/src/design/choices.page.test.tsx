import { MantineProvider, MultiSelect, Select } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { theme } from './theme.ts';

describe('a field of choices', () => {
  const data = ['Nguyễn', 'Müller', 'Ada'];

  it.each([
    ['one', <Select key="one" label="Who" data={data} searchable />],
    ['several', <MultiSelect key="several" label="Who" data={data} searchable />],
  ])('finds %s by letters without accents, as the server does', async (_what, field) => {
    render(
      <MantineProvider theme={theme} env="test">
        {field}
      </MantineProvider>,
    );
    const user = userEvent.setup();
    const input = screen.getByLabelText('Who', { selector: 'input' });
    await user.type(input, 'nguyen');
    const options = await screen.findAllByRole('option');
    expect(options.map(({ textContent }) => textContent)).toEqual(['Nguyễn']);
  });
});
