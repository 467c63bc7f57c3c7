import { act, renderHook, waitFor } from '@testing-library/react';
import { type ReactNode, useEffect, useLayoutEffect } from 'react';
import { MemoryRouter, useNavigate } from 'react-router';
import { useListState } from './list-state.ts';
import { anId, anyText, days, oneOf } from './values.ts';

const filters = { query: anyText, show: oneOf(['banned', 'admins']), product: anId, ...days };

const at = (address: string) =>
  renderHook(() => useListState('-created_at', filters), {
    wrapper: ({ children }) => <MemoryRouter initialEntries={[address]}>{children}</MemoryRouter>,
  }).result;

describe('the state of a list', () => {
  it('keeps a filter that changes before another has been rendered', async () => {
    const result = at('/?show=banned&page=3');
    act(() => {
      result.current.setFilter('show', null);
      result.current.setFilter('query', 'ada');
    });
    await waitFor(() => expect(['show', 'query'].map(result.current.filter)).toEqual(['', 'ada']));
    expect(result.current.page).toBe(1);
  });

  it('keeps a filter that changes while the page before it is still being rendered', async () => {
    const acting = () => {
      const list = useListState('-created_at', filters);
      // Before effects have run for the second page, and again once they have.
      useLayoutEffect(() => {
        if (list.page === 2) list.setFilter('show', 'banned');
      }, [list]);
      useEffect(() => {
        if (list.page === 2) list.setFilter('query', 'ada');
      }, [list]);
      return list;
    };
    const wrapper = ({ children }: { children: ReactNode }) => (
      <MemoryRouter initialEntries={['/']}>{children}</MemoryRouter>
    );
    const { result } = renderHook(acting, { wrapper });
    act(() => result.current.setPage(2));
    await waitFor(() => expect(result.current.filter('query')).toBe('ada'));
    expect(result.current.filter('show')).toBe('banned');
  });

  it('follows the address when somebody else changes it', async () => {
    const { result } = renderHook(
      () => ({ list: useListState('-created_at', filters), navigate: useNavigate() }),
      {
        wrapper: ({ children }) => <MemoryRouter initialEntries={['/?show=banned']}>{children}</MemoryRouter>,
      },
    );
    act(() => result.current.list.setFilter('query', 'ada'));
    await waitFor(() => expect(result.current.list.filter('query')).toBe('ada'));
    act(() => void result.current.navigate('/?show=admins'));
    await waitFor(() => expect(result.current.list.filter('show')).toBe('admins'));
    act(() => result.current.list.setPage(2));
    await waitFor(() => expect(result.current.list.page).toBe(2));
    expect(['show', 'query'].map(result.current.list.filter)).toEqual(['admins', '']);
  });

  it('knows what an address chooses', () => {
    const result = at('/?show=banned&from=2026-11-01&page=2&sort=name');
    expect(['show', 'from'].map(result.current.filter)).toEqual(['banned', '2026-11-01']);
    expect(result.current.isFiltered).toBe(true);
    expect(result.current.chosen()).toBe('show=banned&from=2026-11-01&sort=name');
  });

  it.each([
    'show=everyone',
    'product=1',
    'from=yesterday',
    'until=2026-13-45',
    'from=0026-11-01',
    'query=%00',
    'query=',
    'utm_source=mail',
    'toString=1',
  ])('takes %s for no filter', (broken) => {
    const result = at(`/?${broken}`);
    expect(result.current.filter(broken.split('=')[0] ?? '')).toBe('');
    expect(result.current.isFiltered).toBe(false);
    expect(result.current.chosen()).toBe('');
  });
});
