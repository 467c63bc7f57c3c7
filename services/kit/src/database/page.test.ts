import { EntitySchema } from 'typeorm';
import { type Stack, startStack } from '../../test/stack.ts';
import { column } from './data-source.ts';
import { pageRows, sortBy } from './page.ts';

type Row = { id: string; name: string; rank: number | null };
const rows = new EntitySchema<Row>({
  name: 'rows',
  columns: { id: column.id(), name: column.text('name'), rank: column.int('rank', { nullable: true }) },
});
const migration = {
  name: '001-rows',
  sql: `CREATE TABLE rows (id uuid PRIMARY KEY, name text NOT NULL, rank int);
        INSERT INTO rows SELECT ('00000000-0000-4000-8000-00000000000' || n)::uuid, chr(96 + n), nullif(n % 3, 0)
        FROM generate_series(1, 7) AS n`,
};
let stack: Stack;

beforeAll(async () => {
  stack = await startStack({ service: 'kit_page', entities: [rows], migrations: [migration] });
}, 30_000);
afterAll(() => stack.stop());

const names = async (sorting: string[], page = 1) => {
  const query = sortBy(stack.db.getRepository(rows).createQueryBuilder('r'), sorting, { rank: 'r.rank' });
  const [found, total] = await pageRows(query, { page, limit: 4 });
  return [found.map(({ name }) => name).join(''), total];
};

describe('a page of rows', () => {
  it('is sorted by the criteria, nothing last, and by id where they are equal', async () => {
    expect(await names(['-rank'])).toEqual(['ebgd', 7]);
    expect(await names(['-rank'], 2)).toEqual(['afc', 7]);
    expect(await names(['rank'])).toEqual(['cfad', 7]);
  });

  it('ignores a criterion that the table does not name, and is empty beyond the last', async () => {
    expect(await names(['id; DROP TABLE rows'])).toEqual(['abcd', 7]);
    expect(await names([], 9)).toEqual(['', 7]);
  });
});
