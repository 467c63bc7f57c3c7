/** Streams the export of a customer's data as one JSON document, without holding it in memory. */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ignoreHangUp } from '@tessera/kit/http/send-json';
import { CustomerExportEvent, CustomerExportFacts } from '@tessera/proto/api/billing/customer-export';
import { toWire } from '@tessera/proto/api/wire';
import type { Response } from 'express';
import type { Exported } from './export.ts';

/**
 * Events are read as they are sent, with back-pressure. A failure after the start aborts the connection, so that a
 * truncated file is not taken for a complete one.
 */
export const sendExport = async (res: Response, { facts, events }: Exported, file: string): Promise<void> => {
  // A failure before the first page gets a normal error response.
  const first = await events.next();
  const pages = async function* () {
    if (!first.done) yield first.value;
    yield* events;
  };
  res.status(200);
  res.setHeader('cache-control', 'no-store');
  res.setHeader('content-type', 'application/json');
  res.setHeader('content-disposition', `attachment; filename="${file}"`);
  await pipeline(Readable.from(textOf(facts, pages())), res).catch(ignoreHangUp);
};

const textOf = async function* (
  facts: CustomerExportFacts,
  pages: AsyncIterable<CustomerExportEvent[]>,
): AsyncGenerator<string> {
  // The document's end follows after the events.
  yield `${JSON.stringify(toWire(CustomerExportFacts, facts, 'snake')).slice(0, -1)},"events":[`;
  let separator = '';
  for await (const page of pages) {
    const items = page.map((event) => JSON.stringify(toWire(CustomerExportEvent, event, 'snake')));
    if (items.length === 0) continue;
    yield separator + items.join(',');
    separator = ',';
  }
  yield ']}';
};
