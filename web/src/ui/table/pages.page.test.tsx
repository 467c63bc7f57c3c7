import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Pages } from './Pages.tsx';

describe('the pages of a list', () => {
  const show = (page: number, maxPage: number) => {
    const asked: number[] = [];
    render(
      <MantineProvider>
        <Pages
          label="Orders"
          page={page}
          onPage={(to) => void asked.push(to)}
          pagination={{ totalCount: maxPage * 20, maxPage }}
        />
      </MantineProvider>,
    );
    return asked;
  };

  it('lead to both ends of a long list, and group their numbers', async () => {
    const asked = show(8002, 10_003);
    screen.getByText('Page 8,002 of 10,003 · 200,060 in total');
    for (const name of ['First page', 'Previous page', 'Next page', 'Last page'])
      await userEvent.click(screen.getByRole('button', { name }));
    expect(asked).toEqual([1, 8001, 8003, 10_003]);
  });

  it('have no further step at an end', () => {
    show(3, 3);
    for (const name of ['Next page', 'Last page'])
      expect(screen.getByRole('button', { name }).hasAttribute('disabled')).toBe(true);
  });

  it('are one step apart where there are two', () => {
    show(1, 2);
    expect(screen.queryByRole('button', { name: 'Last page' })).toBeNull();
  });
});
