import { WebhookDeliveryPage } from '@tessera/proto/api/webhook/delivery';
import {
  WebhookEndpoint,
  WebhookEndpointCreated,
  WebhookEndpointPage,
} from '@tessera/proto/api/webhook/endpoint';
import { screen, waitFor, within } from '@testing-library/react';
import { speak } from '../../test/language.ts';
import { renderRoute } from '../../test/render-route.tsx';
import { nothing, pageWith } from '../../test/sales.ts';
import { watchFiles } from '../../test/saved-files.ts';
import { done, refusal, reply } from '../../test/server.ts';
import { atTestEnd } from '../../test/test-end.ts';
import { endpoint } from '../../test/webhook-endpoint.ts';
import { focusRefusedFields } from '../../ui/forms/focus-refused-field.ts';

const { id } = endpoint;
const path = `/billing/v1/webhooks/endpoints/${id}`;

const open = (enabled: boolean, isFailing = false, events: WebhookEndpoint['events'] = endpoint.events) =>
  renderRoute(`/acme/webhooks/${id}`, {
    answers: {
      [`GET ${path}`]: reply(WebhookEndpoint, { ...endpoint, enabled, isFailing, events }),
      'GET /billing/v1/webhooks/deliveries': reply(WebhookDeliveryPage, nothing),
    },
  });

describe('the page of a webhook endpoint', () => {
  it('pauses it after asking', async () => {
    const { user, server } = open(true);
    await user.click(await screen.findByRole('button', { name: 'Pause' }));
    const dialog = await screen.findByRole('dialog');
    within(dialog).getByText(/receives nothing until you resume it/);
    const paused = { ...endpoint, enabled: false };
    server.answer(`PATCH ${path}`, WebhookEndpoint, () => paused);
    server.answer(`GET ${path}`, WebhookEndpoint, () => paused);
    await user.click(within(dialog).getByRole('button', { name: 'Pause endpoint' }));
    await screen.findByText('The endpoint is paused.');
    expect(server.sentTo(`PATCH ${path}`)[0]?.body).toEqual({ enabled: false });
    await screen.findByText(/This endpoint receives nothing/);
    // What was waiting to be sent is dropped.
    await waitFor(() => expect(server.sentTo('GET /billing/v1/webhooks/deliveries')).toHaveLength(2));
  });

  it('resumes a paused one at once', async () => {
    const { user, server } = open(false);
    await screen.findByText(/This endpoint receives nothing/);
    server.answer(`PATCH ${path}`, WebhookEndpoint, () => endpoint);
    server.answer(`GET ${path}`, WebhookEndpoint, () => endpoint);
    await user.click(screen.getByRole('button', { name: 'Resume' }));
    await screen.findByRole('button', { name: 'Pause' });
    expect(server.sentTo(`PATCH ${path}`)[0]?.body).toEqual({ enabled: true });
    expect(screen.queryByText(/This endpoint receives nothing/)).toBeNull();
  });

  it('makes a new signing secret, which holds once it is saved', async () => {
    const { user, server } = open(true);
    await user.click(await screen.findByRole('button', { name: 'Generate a secret' }));
    const field = screen.getByRole('textbox', { name: 'New signing secret' });
    const { value } = field as HTMLInputElement;
    expect(value).toMatch(/^whsec_[\w+/]{43}=$/);
    server.answer(`PATCH ${path}`, WebhookEndpoint, () => endpoint);
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    await waitFor(() => expect(server.sentTo(`PATCH ${path}`)[0]?.body).toEqual({ secret: value }));
    await waitFor(() => expect((field as HTMLInputElement).value).toBe(''));
  });

  it('changes one that was made without events, and asks for none', async () => {
    const { user, server } = open(true, false, []);
    const url = await screen.findByRole('textbox', { name: 'URL' });
    await user.clear(url);
    await user.type(url, 'https://example.com/moved');
    server.answer(`PATCH ${path}`, WebhookEndpoint, () => ({ ...endpoint, events: [] }));
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    await waitFor(() =>
      expect(server.sentTo(`PATCH ${path}`)[0]?.body).toEqual({ url: 'https://example.com/moved' }),
    );
  });

  it('writes to a chat instead, when one says so', async () => {
    const { user, server } = open(true);
    await user.click(await screen.findByRole('radio', { name: 'Slack' }));
    server.answer(`PATCH ${path}`, WebhookEndpoint, () => ({ ...endpoint, format: 'slack' as const }));
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    await waitFor(() => expect(server.sentTo(`PATCH ${path}`)[0]?.body).toMatchObject({ format: 'slack' }));
  });

  it('is not there any more for whoever deleted it and goes back', async () => {
    let isGone = false;
    const { user, router } = renderRoute(`/acme/webhooks/${id}`, {
      answers: {
        [`GET ${path}`]: (sent) =>
          isGone
            ? refusal(404, { error: 'ResourceNotFound', detail: 'Not found' })(sent)
            : reply(WebhookEndpoint, endpoint)(sent),
        [`DELETE ${path}`]: (sent) => {
          isGone = true;
          return done(sent);
        },
        'GET /billing/v1/webhooks/deliveries': reply(WebhookDeliveryPage, nothing),
        'GET /billing/v1/webhooks/endpoints': reply(WebhookEndpointPage, nothing),
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    await user.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete endpoint' }),
    );
    await screen.findByText('Notify your server');
    await router.navigate(-1);
    await screen.findByText('There is nothing here');
  });

  it('shows that the system disabled it meanwhile', async () => {
    const { server } = open(true);
    await screen.findByRole('button', { name: 'Pause' });
    server.answer(`GET ${path}`, WebhookEndpoint, () => ({ ...endpoint, enabled: false, isFailing: true }));
    await screen.findByText('Disabled');
    screen.getByRole('button', { name: 'Resume' });
  });

  it('says why one that failed is told nothing', async () => {
    open(false, true);
    await screen.findByText('Disabled');
    screen.getByText(/no longer accepts messages/);
    screen.getByRole('button', { name: 'Resume' });
  });
});

describe('a new webhook endpoint', () => {
  it('takes whoever chose no event to what is said of it', async () => {
    atTestEnd(focusRefusedFields());
    const { user } = renderRoute('/acme/webhooks/new');
    await user.type(await screen.findByRole('textbox', { name: 'URL' }), 'https://example.com/hooks');
    await user.click(screen.getByRole('button', { name: 'Clear' }));
    await user.click(screen.getByRole('button', { name: 'Create endpoint' }));
    const description = 'Choose at least one event.';
    const first = await screen.findByRole('checkbox', { name: 'checkout.created', description });
    await waitFor(() => expect(document.activeElement).toBe(first));
  });

  it('writes as the address of a chat asks for, and shows that in the list', async () => {
    const url = 'https://discord.com/api/webhooks/1/x';
    const made = { ...endpoint, url, format: 'discord' as const };
    const { user, server } = renderRoute('/acme/webhooks/new', {
      answers: {
        'POST /billing/v1/webhooks/endpoints': reply(WebhookEndpointCreated, { ...made, secret: null }),
        [`GET ${path}`]: reply(WebhookEndpoint, made),
        'GET /billing/v1/webhooks/deliveries': reply(WebhookDeliveryPage, nothing),
        'GET /billing/v1/webhooks/endpoints': reply(WebhookEndpointPage, pageWith(made)),
      },
    });
    const address = await screen.findByRole('textbox', { name: 'URL' });
    await user.type(address, 'https://example.com/hooks');
    screen.getByRole('radio', { name: 'JSON', checked: true });
    await user.clear(address);
    await user.type(address, url);
    screen.getByRole('radio', { name: 'Discord', checked: true });
    await user.click(screen.getByRole('button', { name: 'Create endpoint' }));
    await screen.findByRole('button', { name: 'Pause' });
    expect(server.sentTo('POST /billing/v1/webhooks/endpoints')[0]?.body).toMatchObject({
      url,
      format: 'discord',
    });
    await user.click(screen.getAllByRole('link', { name: 'Webhooks' })[0] as HTMLElement);
    await screen.findByRole('cell', { name: 'Discord' });
  });
});

describe('the attempts of a message in German', () => {
  beforeEach(() => speak('de-DE'));
  afterEach(() => speak('en-US'));

  it.each([
    ['The connection was refused', 'Die Verbindung wurde abgelehnt.'],
    ['No answer within 10 seconds', 'Keine Antwort innerhalb von 10 Sekunden.'],
    [
      'The TLS certificate was not accepted (CERT_HAS_EXPIRED)',
      'Das TLS-Zertifikat wurde nicht akzeptiert. (CERT_HAS_EXPIRED)',
    ],
  ])('say why there was no answer: %s', async (error, said) => {
    const at = { createdAt: new Date('2026-01-01T10:00:00.000Z'), modifiedAt: null };
    const attempt = {
      ...at,
      id: '0197a000-0000-7000-8000-0000000000d1',
      succeeded: false,
      httpCode: null,
      durationMs: 4,
      response: null,
      error,
      webhookEndpointId: id,
      webhookEvent: {
        ...at,
        id: '0197a000-0000-7000-8000-0000000000d2',
        type: 'order.paid',
        lastHttpCode: null,
        succeeded: null,
        payload: '{}',
      },
    };
    const { user } = renderRoute(`/acme/webhooks/${id}`, {
      answers: {
        [`GET ${path}`]: reply(WebhookEndpoint, endpoint),
        'GET /billing/v1/webhooks/deliveries': reply(WebhookDeliveryPage, pageWith(attempt)),
      },
    });
    await user.click(await screen.findByRole('button', { name: /^Details/ }));
    await screen.findByText(said);
  });
});

describe('the attempts of a message', () => {
  it('grow while they are looked at', async () => {
    const at = { createdAt: new Date('2026-01-01T10:00:00.000Z'), modifiedAt: null };
    const webhookEvent = {
      ...at,
      id: '0197a000-0000-7000-8000-0000000000d2',
      type: 'order.paid' as const,
      lastHttpCode: 500,
      succeeded: null,
      payload: '{}',
    };
    const attempt = (end: string, httpCode: number) => ({
      ...at,
      id: `0197a000-0000-7000-8000-0000000000${end}`,
      succeeded: httpCode === 200,
      httpCode,
      durationMs: 4,
      response: null,
      error: null,
      webhookEndpointId: id,
      webhookEvent,
    });
    const deliveries = 'GET /billing/v1/webhooks/deliveries';
    const attempts = [attempt('d2', 500), attempt('d1', 502)];
    const { user, server } = renderRoute(`/acme/webhooks/${id}`, {
      answers: {
        [`GET ${path}`]: reply(WebhookEndpoint, endpoint),
        [deliveries]: reply(WebhookDeliveryPage, ({ query }) => {
          if (query.get('event_id') === webhookEvent.id) return pageWith(...attempts);
          expect(query.get('latest')).toBe('true');
          return pageWith(...attempts.slice(0, 1));
        }),
      },
    });
    await user.click(await screen.findByRole('button', { name: /^Details/ }));
    const shown = within(await screen.findByRole('dialog'));
    await shown.findByText('HTTP 500');
    await shown.findByText('HTTP 502');
    expect(shown.getAllByText(/^Jan 1, 2026, \d+:00:00/)).toHaveLength(2);
    attempts.unshift(attempt('d3', 200));
    await user.click(screen.getByRole('button', { name: 'Check for new deliveries', hidden: true }));
    await shown.findByText('HTTP 200');
    expect(server.sentTo(deliveries).filter(({ query }) => query.has('latest'))).toHaveLength(2);
  });
});

describe('the page of a new webhook endpoint', () => {
  it('says where to read how messages are received, without losing what was typed', async () => {
    renderRoute('/acme/webhooks/new', { answers: {} });
    const link = await screen.findByRole('link', { name: /How a server verifies and answers messages/ });
    expect(link.getAttribute('href')).toBe('/api/docs#description/receiving-webhooks');
    expect(link.getAttribute('target')).toBe('_blank');
  });
});

describe('taking endpoints and deliveries away as a file', () => {
  it('names what each endpoint is told', async () => {
    const files = watchFiles();
    const { user } = renderRoute('/acme/webhooks', {
      answers: { 'GET /billing/v1/webhooks/endpoints': reply(WebhookEndpointPage, pageWith(endpoint)) },
    });
    await user.click(await screen.findByRole('button', { name: 'Export CSV' }));
    await waitFor(() => expect(files.names).toHaveLength(1));
    expect(await files.lines()).toEqual([
      'id,created_at,url,format,events,enabled,is_failing',
      `${id},2026-01-01T10:00:00.000Z,https://example.com/hooks,raw,order.paid,true,false`,
    ]);
  });

  it('leaves out what was sent and answered', async () => {
    const files = watchFiles();
    const at = new Date('2026-01-02T10:00:00.000Z');
    const event = { id: 'e1', createdAt: at, modifiedAt: null, type: 'order.paid', lastHttpCode: 500 };
    const delivery = {
      ...{ id: 'd1', createdAt: at, modifiedAt: null, succeeded: false, httpCode: 500, durationMs: 31 },
      ...{ response: 'a trace', error: 'Answered 500', webhookEndpointId: id },
      webhookEvent: { ...event, succeeded: null, payload: '{"email":"grace@example.com"}' },
    };
    const { user } = renderRoute(`/acme/webhooks/${id}`, {
      answers: {
        [`GET ${path}`]: reply(WebhookEndpoint, endpoint),
        'GET /billing/v1/webhooks/deliveries': reply(WebhookDeliveryPage, pageWith(delivery)),
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Export CSV' }));
    await waitFor(() => expect(files.names).toHaveLength(1));
    expect(await files.lines()).toEqual([
      'id,created_at,event_id,event_type,succeeded,http_code,duration_ms,error,is_test',
      'd1,2026-01-02T10:00:00.000Z,e1,order.paid,false,500,31,Answered 500,false',
    ]);
  });
});
