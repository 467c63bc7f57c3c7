/** The Jest environment of page tests: jsdom, with the web APIs of Node that jsdom lacks. */
import { TestEnvironment } from 'jest-environment-jsdom';

const home = 'http://localhost:3000/';

/** Accepts URLs relative to the page, as in a browser. Drops abort signals: Node rejects those of jsdom. */
class PageRequest extends Request {
  constructor(input, init) {
    super(typeof input === 'string' ? new URL(input, home) : input, { ...init, signal: null });
  }
}

export default class Browser extends TestEnvironment {
  constructor(config, context) {
    const { testEnvironmentOptions } = config.projectConfig;
    super(
      {
        ...config,
        projectConfig: {
          ...config.projectConfig,
          testEnvironmentOptions: { ...testEnvironmentOptions, url: home },
        },
      },
      context,
    );
    // Tests answer requests at `fetch`, so pages need Node's native classes.
    Object.assign(this.global, {
      fetch,
      Headers,
      Request: PageRequest,
      Response,
      TextEncoder,
      TextDecoder,
      ReadableStream,
      structuredClone,
      BroadcastChannel,
    });
  }
}
