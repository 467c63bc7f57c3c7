/**
 * Database connections that prepare what they run again and again. Parsing and planning a statement costs Postgres
 * several times what running it does, when it finds a row by its key. Postgres itself decides, from the sixth time on,
 * whether one plan serves all values of a prepared statement.
 */
import { createHash } from 'node:crypto';
import pg from 'pg';

/** A statement is prepared when a connection runs it for this time. */
const worthPreparing = 3;
/** Statements that a connection keeps prepared; each takes some ten kilobytes of its server process. */
const maxPrepared = 200;
/** Texts that a connection counts. Lists with rare filters have many; then it begins anew. */
const maxCounted = 1_000;

/** Names statements by their text, from the third time on. */
class Statements {
  readonly #counts = new Map<string, number>();
  readonly #names = new Map<string, string>();

  /** Undefined: not worth it, or there are enough. */
  nameOf(text: string): string | undefined {
    const known = this.#names.get(text);
    if (known !== undefined) return known;
    if (this.#names.size >= maxPrepared || !isStable(text)) return undefined;
    const count = (this.#counts.get(text) ?? 0) + 1;
    if (count < worthPreparing) {
      if (this.#counts.size >= maxCounted) this.#counts.clear();
      this.#counts.set(text, count);
      return undefined;
    }
    this.#counts.delete(text);
    const name = createHash('sha1').update(text).digest('base64url');
    this.#names.set(text, name);
    return name;
  }
}

/** Rows made of values have the columns that the statement says, whatever becomes of tables. */
const ofValues = /count\(\*\)|\* FROM (?:unnest|jsonb?_to_recordset)\(/g;

/** Columns that a migration adds while this runs would change what `*` answers, which a prepared statement may not. */
const isStable = (text: string): boolean => !text.replaceAll(ofValues, '').includes('*');

type Query = (...given: unknown[]) => unknown;

/** What pg's pool makes its connections of. */
export class PreparingClient extends pg.Client {
  readonly #statements = new Statements();

  /**
   * Whoever holds a connection listens for its end, the pool for that of an idle one; but for a moment, while it goes from one
   * to the other, nobody does, and its end, which often comes together with the answer before it, would end the process.
   * The next statement on it fails, and it is not used any more.
   */
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    this.on('error', () => undefined);
  }

  override query = ((...given: unknown[]): unknown => {
    const [text, values, ...rest] = given;
    const run = super.query.bind(this) as Query;
    const isWithValues = typeof text === 'string' && Array.isArray(values) && values.length > 0;
    const name = isWithValues ? this.#statements.nameOf(text) : undefined;
    return name === undefined ? run(...given) : run({ name, text, values }, ...rest);
  }) as pg.Client['query'];
}
