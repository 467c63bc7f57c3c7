// In the browser: shows the description with the viewer, which asks nobody but the gateway.
import { createApiReference } from '../viewer/standalone.esm.js';

/** Without a token what is tried goes as who is signed in: an empty one would be refused. */
const send = (input, init) => {
  const request = new Request(input, init);
  if (request.headers.get('authorization')?.trim() === 'Bearer') request.headers.delete('authorization');
  return fetch(request);
};

createApiReference('#docs', {
  url: '/api/docs/openapi.json',
  // The machine that this page came from is the one to try things on, whatever it is called.
  servers: [{ url: location.origin }],
  proxyUrl: '',
  customFetch: send,
  authentication: { preferredSecurityScheme: 'accessToken' },
  theme: 'none',
  withDefaultFonts: false,
  favicon: 'data:,',
  defaultOpenFirstTag: false,
  defaultHttpClient: { targetKey: 'js', clientKey: 'fetch' },
  hideClientButton: true,
  hideModels: true,
  showDeveloperTools: 'never',
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
});
