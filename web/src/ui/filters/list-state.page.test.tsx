import { act, renderHook, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
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
