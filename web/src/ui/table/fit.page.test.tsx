import { jest } from '@jest/globals';
import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { type Column, DataTable } from './DataTable.tsx';

type Row = { id: string };

const columns: Column<Row>[] = [
  { key: 'name', header: 'Name', cell: ({ id }) => id },
  { key: 'first', header: 'First lesser', isWide: true, cell: () => 'first' },
  { key: 'second', header: 'Second lesser', isWide: true, cell: () => 'second' },
  { key: 'total', header: 'Total', cell: () => 'total' },
];

/** jsdom has no layout: each column is 100 px wide, but those that the style sheet hides by their rank. */
const drawIn = (width: number) => {
  jest.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(width);
  jest.spyOn(Element.prototype, 'scrollWidth', 'get').mockImplementation(function scrollWidth(this: Element) {
    const dropped = this.parentElement?.dataset['dropped']?.split(' ') ?? [];
    const heads = [...this.querySelectorAll<HTMLElement>('th')];
    return 100 * heads.filter(({ dataset }) => !dropped.includes(dataset['lesser'] ?? 'never')).length;
  });
};

const show = () =>
  render(
    <MantineProvider env="test">
      <MemoryRouter>
        <DataTable
          name="things"
          label="Things"
          columns={columns}
          result={{
            data: { items: [{ id: 'one' }], pagination: { totalCount: 1, maxPage: 1 } },
            isFetching: false,
            refetch: () => undefined,
          }}
          rowKey={({ id }) => id}
          describeError={String}
          empty="none"
        />
      </MemoryRouter>
    </MantineProvider>,
  );

const box = () => screen.getByRole('table').parentElement;

describe('a table', () => {
  afterEach(() => {
    jest.restoreAllMocks();
    localStorage.clear();
  });

  it.each([
    [400, '', null],
    [300, '1', null],
    [200, '1 2', null],
    // It scrolls, by keyboard too, when even what matters has no room.
    [190, '1 2', '0'],
  ])('of 400 pixels leaves out lesser columns in %i, the last ones first', (width, dropped, tabIndex) => {
    drawIn(width);
    show();
    expect(box()?.dataset['dropped']).toBe(dropped);
    expect(box()?.getAttribute('tabindex') === '0' ? '0' : null).toBe(tabIndex);
    expect(screen.getByRole('columnheader', { name: 'Second lesser' }).dataset['lesser']).toBe('1');
    expect(screen.getByRole('columnheader', { name: 'Total' }).dataset['lesser']).toBeUndefined();
  });

  it('says in its menu which columns have no room, and takes back the room of hidden ones', async () => {
    drawIn(300);
    show();
    await userEvent.click(screen.getByRole('button', { name: 'Columns and density' }));
    expect((await screen.findByRole('menuitemcheckbox', { name: /Second/ })).textContent).toMatch(/no room/);
    const first = screen.getByRole('menuitemcheckbox', { name: /First/ });
    expect(first.textContent).not.toMatch(/no room/);
    await userEvent.click(first);
    expect(box()?.dataset['dropped']).toBe('');
  });
});
