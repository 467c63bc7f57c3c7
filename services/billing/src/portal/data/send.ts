/** Sends all that is kept of a customer as one JSON document, without ever holding all of it. */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ignoreHangUp } from '@tessera/kit/send-json';
import { CustomerExportEvent, CustomerExportFacts } from '@tessera/proto/api/billing/customer-export';
import { toWire } from '@tessera/proto/api/wire';
import type { Response } from 'express';
import type { Exported } from './export.ts';

/**
 * Events are read as they are sent, and whoever reads slowly is waited for. A failure after the beginning breaks the
 * connection off, so that half a file is not taken for a whole one.
 */
export const sendExport = async (res: Response, { facts, events }: Exported, file: string): Promise<void> => {
  // What fails before the first page is answered as any other failure.
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
  // The document's end comes after the events.
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
