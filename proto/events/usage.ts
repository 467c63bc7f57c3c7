/** Usage that services report. */
import { defineEvent } from './define.ts';
import { IngestSchema } from './gen/tessera/usage/v1/events_pb.ts';

export const usageIngest = defineEvent('usage.ingest', IngestSchema);
