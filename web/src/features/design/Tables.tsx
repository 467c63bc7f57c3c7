import { Button } from '@mantine/core';
import { IconReceipt } from '@tabler/icons-react';
import type { Timestamp } from '@tessera/proto/api/wire';
import { useMemo } from 'react';
import { OrderStatusBadge } from '../../shared/describe/SaleStatus.tsx';
import { DateTime } from '../../ui/display/DateTime.tsx';
import { Money } from '../../ui/display/Money.tsx';
import { Person } from '../../ui/display/Person.tsx';
import { AmountFilter } from '../../ui/filters/AmountFilter.tsx';
import { ChoiceFilter } from '../../ui/filters/ChoiceFilter.tsx';
import { DateFilter } from '../../ui/filters/DateFilter.tsx';
import { EmptyList } from '../../ui/filters/EmptyList.tsx';
import { type ListState, useListState } from '../../ui/filters/list-state.ts';
import { SavedViews } from '../../ui/filters/SavedViews.tsx';
import { SearchFilter } from '../../ui/filters/SearchFilter.tsx';
import { amounts, anyText, days, oneOf } from '../../ui/filters/values.ts';
import { EmptyState } from '../../ui/pages/EmptyState.tsx';
import { Section } from '../../ui/pages/Section.tsx';
import { type Column, DataTable, type ListResult } from '../../ui/table/DataTable.tsx';
import { hoursAgo, longName, nothing } from './made-up.ts';

type Sale = { id: string; name: string | null; email: string; status: string; at: Timestamp; cents: number };

const sales: Sale[] = [
  { name: 'Grace Hopper', email: 'grace@example.com', status: 'paid', cents: 2_900 },
  { name: null, email: 'nameless@example.com', status: 'pending', cents: 0 },
  {
    name: longName,
    email: 'a.very.long.address@subdomain.example.com',
    status: 'refunded',
    cents: 123_456_78,
  },
  { name: 'نور الهدى', email: 'nour@example.com', status: 'partially_refunded', cents: 9_900 },
].map((sale, index) => ({ ...sale, id: `NORTH-00${40 + index}`, at: hoursAgo(index * 31) }));

const columnsOf = (): Column<Sale>[] => [
  { key: 'customer', header: 'Customer', cell: ({ name, email }) => <Person name={name} email={email} /> },
  { key: 'number', header: 'Number', isWide: true, cell: ({ id }) => <span data-figures>{id}</span> },
  { key: 'status', header: 'Status', cell: ({ status }) => <OrderStatusBadge status={status} /> },
  {
    key: 'date',
    header: 'Date',
    sort: '-created_at',
    cell: ({ at }) => <DateTime value={at} withTime isRelative />,
  },
  {
    key: 'total',
    header: 'Total',
    align: 'right',
    sort: '-total',
    cell: ({ cents }) => <Money cents={cents} />,
  },
];

const answered = (items: Sale[]): ListResult<Sale> => {
  const data = { items, pagination: { totalCount: items.length * 12, maxPage: 12 } };
  return { data, currentData: data, isFetching: false, refetch: nothing };
};

const silent = { isFetching: false, refetch: nothing };
const states: { name: string; result: ListResult<Sale> }[] = [
  { name: 'Loading table', result: { ...silent, isFetching: true } },
  { name: 'Failed table', result: { ...silent, error: 'The server did not answer in time.' } },
  { name: 'Empty table', result: answered([]) },
  { name: 'Table without a bar', result: answered(sales) },
];

/** Columns wider than the page: the table scrolls within its box. */
const wideColumns = (): Column<Sale>[] => [
  ...columnsOf(),
  ...['Net', 'Tax', 'Refunded', 'Fee', 'Paid out'].map(
    (header): Column<Sale> => ({
      key: header,
      header,
      align: 'right',
      isWide: true,
      cell: ({ cents }) => <Money cents={cents * 1_000_003} />,
    }),
  ),
];

const filters = { query: anyText, status: oneOf(['paid', 'refunded']), ...days, ...amounts };

export const Tables = () => {
  const list = useListState('-created_at', filters);
  const columns = useMemo(() => columnsOf(), []);
  const common = { columns, rowKey: ({ id }: Sale) => id, describeError: String, empty };
  return (
    <>
      <DataTable
        {...common}
        name="design"
        label="Full table"
        result={answered(sales)}
        list={list}
        rowLink={() => '/dev/design'}
        toolbar={<Toolbar list={list} />}
        tools={<SavedViews list={list} name="design" />}
        renderActs={(_rows, clear) => (
          <Button size="xs" variant="default" onClick={clear}>
            Clear
          </Button>
        )}
      />
      {states.map(({ name, result }) => (
        <Section key={name} title={name} isFlush>
          <DataTable {...common} label={name} result={result} page={2} onPage={nothing} isBare />
        </Section>
      ))}
      <Section title="Wide table" isFlush>
        <DataTable {...common} columns={wideColumns()} label="Wide table" result={answered(sales)} isBare />
      </Section>
      <Section title="List that nothing fits" isFlush>
        <EmptyList
          list={{ ...list, isFiltered: true }}
          icon={<IconReceipt size={22} />}
          title="No orders yet"
          filtered={{ title: 'No orders found', text: 'No orders match these filters.' }}
        >
          Orders appear here as soon as somebody has paid.
        </EmptyList>
      </Section>
    </>
  );
};

const empty = (
  <EmptyState icon={<IconReceipt size={22} />} title="No orders yet" level={3}>
    Orders appear here as soon as somebody has paid.
  </EmptyState>
);

const Toolbar = ({ list }: { list: ListState }) => (
  <>
    <SearchFilter list={list} label="Search" />
    <ChoiceFilter
      list={list}
      name="status"
      label="Status"
      options={[
        { value: 'paid', label: 'Paid' },
        { value: 'refunded', label: 'Refunded' },
      ]}
    />
    <DateFilter list={list} label="Date" />
    <AmountFilter list={list} label="Amount" />
  </>
);
