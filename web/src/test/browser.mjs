/** A browser without a screen: jsdom, with what Node has and jsdom lacks. */
import { TestEnvironment } from 'jest-environment-jsdom';

const home = 'http://localhost:3000/';

/** As in a browser, an address may be relative to the page. Node does not take the signals of jsdom; nothing here takes long. */
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
    // Requests are answered at `fetch`: Node's own shapes, as the browser's are.
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
