/** Baseline of the reads bench: an Express app that runs recorded statements and returns their rows. */
import { readFileSync } from 'node:fs';
import express from 'express';
import pg from 'pg';

/** Statements by path, run in sequence. */
const routes = JSON.parse(readFileSync(process.env['ROUTES'] ?? '', 'utf8')) as Record<
  string,
  pg.QueryConfig[]
>;
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10 });

const app = express();
for (const [path, statements] of Object.entries(routes))
  app.get(path, async (_req, res) => {
    const rows: unknown[] = [];
    for (const statement of statements) rows.push((await pool.query(statement)).rows);
    res.json(rows);
  });
app.listen(Number(process.env['PORT']), '127.0.0.1');
