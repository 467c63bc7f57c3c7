/** A time limit of requests, so that a server that hangs is said to and does not leave the page waiting for ever. */

/** Longer than the gateway waits for a service (30 s): what it then answers says more than no response. In ms. */
export const longestWait = 35_000;

/** What a request came to: its response, or why there is none. */
export type Sent = { response: Response; text: string } | { isLate: boolean };

/** Sends a request and reads its reply. Past the limit both are given up. */
export const sendWithin = async (
  address: string,
  request: RequestInit,
  milliseconds = longestWait,
): Promise<Sent> => {
  const limit = startLimit(milliseconds);
  try {
    const response = await fetch(address, { ...request, signal: limit.signal });
    return { response, text: await response.text() };
  } catch {
    return { isLate: limit.signal.aborted };
  } finally {
    limit.end();
  }
};

/** Downloads a file, of any size: the limit is between two of its pieces. A refusal is text. */
export const downloadWithin = async (
  address: string,
  request: RequestInit,
  milliseconds = longestWait,
): Promise<Sent | { file: Blob }> => {
  const limit = startLimit(milliseconds);
  try {
    const response = await fetch(address, { ...request, signal: limit.signal });
    if (!response.ok) return { response, text: await response.text() };
    const pieces: Uint8Array<ArrayBuffer>[] = [];
    const reader = response.body?.getReader();
    for (;;) {
      limit.restart();
      const piece = await reader?.read();
      if (!piece || piece.done) break;
      pieces.push(piece.value);
    }
    return { file: new Blob(pieces, { type: response.headers.get('content-type') ?? '' }) };
  } catch {
    return { isLate: limit.signal.aborted };
  } finally {
    limit.end();
  }
};

const startLimit = (milliseconds: number) => {
  const giving = new AbortController();
  const begin = () => setTimeout(() => giving.abort(), milliseconds);
  let timer = begin();
  return {
    signal: giving.signal,
    restart: () => {
      clearTimeout(timer);
      timer = begin();
    },
    end: () => clearTimeout(timer),
  };
};

/** The JSON of a reply; null: it is none. */
export const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};
