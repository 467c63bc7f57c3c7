/**
 * The script that a seller's site loads to show a checkout above its own page: `/embed/checkout.js`. Its global and
 * messages are those of `@polar-sh/checkout` 0.1 (contracts/billing.md, section 5), so that code written for it works.
 *
 *   <a href="https://…/checkout/…" data-polar-checkout data-polar-checkout-theme="dark">Buy</a>
 *   <script src="https://…/embed/checkout.js" defer data-auto-init></script>
 */
import { enterHistory } from './history.ts';

// A classic script, no module: the build wraps everything in one function (`vite/buyers-build.ts`); only the global
// is visible outside.

type Theme = 'light' | 'dark';
type Message = { type: string; event: string; successURL?: string; redirect?: boolean };
type Listener = (event: CustomEvent<Message>) => void;

const script = document.currentScript;
/** Messages are accepted only from this script's own origin. */
const home = script instanceof HTMLScriptElement ? new URL(script.src).origin : window.location.origin;

const isMessage = (data: unknown): data is Message =>
  typeof data === 'object' && data !== null && (data as Message).type === 'POLAR_CHECKOUT';

const isWebAddress = (address: string | undefined): address is string =>
  address !== undefined && /^https?:$/.test(URL.parse(address)?.protocol ?? '');

const style = (element: HTMLElement, rules: Partial<CSSStyleDeclaration>): void =>
  void Object.assign(element.style, rules);

/**
 * Texts around the frame, from the page's own catalogues (`checkout/locales`): a single script loads no other
 * files.
 */
const words = {
  en: { title: 'Checkout', close: 'Close' },
  de: { title: 'Checkout', close: 'Schließen' },
  fr: { title: 'Paiement', close: 'Fermer' },
  es: { title: 'Pago', close: 'Cerrar' },
  pt: { title: 'Pagamento', close: 'Fechar' },
  nl: { title: 'Afrekenen', close: 'Sluiten' },
  it: { title: 'Pagamento', close: 'Chiudi' },
  ja: { title: 'お支払い', close: '閉じる' },
};
type Language = keyof typeof words;
const isLanguage = (name: string): name is Language => Object.hasOwn(words, name);

/** The page's language as far as known before it loads: its address's (`?locale=`), or the browser's. */
const languageOf = (address: string): Language =>
  [new URL(address).searchParams.get('locale') ?? '', ...navigator.languages]
    .map((tag) => tag.split(/[-_]/, 1)[0]?.toLowerCase() ?? '')
    .find(isLanguage) ?? 'en';

const cover = { position: 'fixed', inset: '0', zIndex: '2147483647', border: '0' };

const addressOf = (url: string, theme?: Theme): string => {
  const address = new URL(url, window.location.href);
  address.searchParams.set('embed', 'true');
  address.searchParams.set('embed_origin', window.location.origin);
  if (theme) address.searchParams.set('theme', theme);
  return address.href;
};

const frameOf = (url: string, theme?: Theme): HTMLIFrameElement => {
  const frame = document.createElement('iframe');
  frame.src = addressOf(url, theme);
  const language = languageOf(frame.src);
  frame.title = words[language].title;
  // The embedding site's language can be another.
  frame.lang = language;
  frame.allow = 'payment; publickey-credentials-get';
  // Without a color scheme of its own a frame is opaque when the pages' schemes differ.
  style(frame, {
    ...cover,
    width: '100%',
    height: '100%',
    background: 'transparent',
    colorScheme: theme ?? 'normal',
  });
  return frame;
};

const curtainOf = (): HTMLElement => {
  const curtain = document.createElement('div');
  style(curtain, { ...cover, background: 'rgb(0 0 0 / 50%)' });
  return curtain;
};

/** The close button until the checkout has loaded: a page that cannot be shown has no button of its own. */
const wayOutOf = (language: Language, close: () => void): HTMLButtonElement => {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = '×';
  button.lang = language;
  button.setAttribute('aria-label', words[language].close);
  style(button, {
    ...cover,
    inset: '12px 12px auto auto',
    width: '40px',
    height: '40px',
    padding: '0',
    borderRadius: '50%',
    background: '#fff',
    color: '#111',
    boxShadow: '0 0 0 1px rgb(0 0 0 / 20%)',
    font: '24px/1 sans-serif',
    cursor: 'pointer',
  });
  button.addEventListener('click', close);
  return button;
};

/** A checkout above the page. Events: `loaded`, `close`, `confirmed`, `success`; each can be prevented. */
class EmbedCheckout {
  readonly #frame: HTMLIFrameElement;
  readonly #curtain = curtainOf();
  readonly #wayOut: HTMLButtonElement;
  readonly #target = new EventTarget();
  readonly #before = document.activeElement;
  readonly #overflow = document.body.style.overflow;
  readonly #hidden: HTMLElement[] = [];
  readonly #onMessage = (event: MessageEvent<unknown>): void => this.#take(event);
  readonly #onKey = ({ key }: KeyboardEvent): void => {
    if (key === 'Escape' && this.#wayOut.isConnected) this.close();
  };
  readonly #entry = enterHistory(() => this.#back());
  #isClosable = true;

  private constructor(frame: HTMLIFrameElement) {
    this.#frame = frame;
    this.#wayOut = wayOutOf(languageOf(frame.src), () => this.close());
    window.addEventListener('message', this.#onMessage);
    window.addEventListener('keydown', this.#onKey);
    // The page behind is inert: the focus stays in the checkout.
    for (const element of document.body.children)
      if (element instanceof HTMLElement && !element.inert) this.#hidden.push(element);
    for (const element of this.#hidden) element.inert = true;
    document.body.style.overflow = 'hidden';
    document.body.append(this.#curtain, frame, this.#wayOut);
    this.#wayOut.focus();
  }

  /** Opens a checkout, or a checkout link. Resolves when it has loaded. */
  static create(url: string, theme?: Theme): Promise<EmbedCheckout> {
    const checkout = new EmbedCheckout(frameOf(url, theme));
    return new Promise((resolve) => {
      checkout.addEventListener('loaded', () => resolve(checkout), { once: true });
    });
  }

  /** Makes every element with the data attribute open its checkout on click. */
  static init(): void {
    for (const element of document.querySelectorAll('[data-polar-checkout]')) {
      element.removeEventListener('click', openFrom);
      element.addEventListener('click', openFrom);
    }
  }

  close(): void {
    this.#entry.leave();
    window.removeEventListener('message', this.#onMessage);
    window.removeEventListener('keydown', this.#onKey);
    for (const element of [this.#frame, this.#curtain, this.#wayOut]) element.remove();
    for (const element of this.#hidden) element.inert = false;
    document.body.style.overflow = this.#overflow;
    if (this.#before instanceof HTMLElement) this.#before.focus();
  }

  addEventListener(type: string, listener: Listener, options?: AddEventListenerOptions | boolean): void {
    this.#target.addEventListener(type, listener as EventListener, options);
  }

  removeEventListener(type: string, listener: Listener): void {
    this.#target.removeEventListener(type, listener as EventListener);
  }

  #take({ data, origin, source }: MessageEvent<unknown>): void {
    if (origin !== home || source !== this.#frame.contentWindow || !isMessage(data)) return;
    if (this.#tell(data)) this.#act(data);
  }

  /** Dispatches an event; returns false when a listener has prevented the default. */
  #tell(message: Message): boolean {
    return this.#target.dispatchEvent(new CustomEvent(message.event, { detail: message, cancelable: true }));
  }

  /** The browser's back button closes it as its own button does. */
  #back(): void {
    if (this.#isClosable && this.#tell({ type: 'POLAR_CHECKOUT', event: 'close' })) this.close();
    else this.#entry.stay();
  }

  /** The default action, unless a listener has prevented it. */
  #act({ event, successURL, redirect }: Message): void {
    if (event === 'loaded') {
      this.#curtain.remove();
      this.#wayOut.remove();
      this.#frame.focus();
    }
    // Cannot be closed between the confirmation and its outcome.
    if (event === 'confirmed') this.#isClosable = false;
    if (event === 'failed' || event === 'delayed' || event === 'success') this.#isClosable = true;
    if (event === 'close' && this.#isClosable) this.close();
    if (event === 'success' && redirect === true && isWebAddress(successURL))
      // Replaces its own history entry: going back from there leads to the page.
      window.location[this.#entry.isHere() ? 'replace' : 'assign'](successURL);
  }
}

function openFrom(event: Event): void {
  const element = event.currentTarget;
  if (!(element instanceof HTMLElement)) return;
  event.preventDefault();
  const url = element.getAttribute('href') ?? element.dataset['polarCheckout'];
  const theme = element.dataset['polarCheckoutTheme'];
  if (url) void EmbedCheckout.create(url, theme === 'light' || theme === 'dark' ? theme : undefined);
}

const own = window as unknown as { Polar?: object };
own.Polar = { ...own.Polar, EmbedCheckout };
if (script?.hasAttribute('data-auto-init')) {
  if (document.readyState === 'loading')
    document.addEventListener('DOMContentLoaded', () => EmbedCheckout.init());
  else EmbedCheckout.init();
}
