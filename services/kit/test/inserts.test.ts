import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const services = path.join(import.meta.dirname, '../..');

/** Sources of all services. Migrations run once, at the shape that they themselves make. */
const sources = (): string[] =>
  readdirSync(services, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) =>
      readdirSync(path.join(services, name, 'src'), { recursive: true, encoding: 'utf8' })
        .filter((file) => /(?<!\.test)\.ts$/.test(file) && !file.startsWith('migrations/'))
        .map((file) => path.join(name, 'src', file)),
    );

/** An insert that names its columns, at once or by a list that is made once. */
const named = /^INSERT INTO\s+[\w${}]+(\s+AS\s+\w+)?\s*(\(|\$\{columns\})/;

/** The inserts of a text that do not name their columns. */
const unnamed = (text: string): string[] =>
  [...text.matchAll(/INSERT INTO\s/g)]
    .map(({ index }) => text.slice(index, index + 120))
    .filter((statement) => !named.test(statement))
    .map((statement) => statement.slice(0, 60));

describe('hand-written inserts', () => {
  it('name their columns, so that one which a later release adds keeps its default', () => {
    const found = sources().flatMap((file) =>
      unnamed(readFileSync(path.join(services, file), 'utf8')).map((statement) => `${file}: ${statement}`),
    );
    expect(found).toEqual([]);
  });

  it('are found when they do not', () => {
    expect(
      unnamed('`INSERT INTO orders SELECT * FROM jsonb_populate_record(NULL::orders, $1)`'),
    ).toHaveLength(1);
    expect(unnamed('`INSERT INTO orders VALUES ($1)`')).toHaveLength(1);
    expect(unnamed('`INSERT INTO orders AS kept\n  (id, name) VALUES ($1, $2)`')).toEqual([]);
    expect(sources().length).toBeGreaterThan(300);
  });
});
