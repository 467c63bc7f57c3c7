/**
 * The layout of every mail. Pure. Tables and inline styles, as most mail programs support little else; dark mode and
 * small screens are in a style sheet that others ignore, and Outlook on Windows gets conditional comments.
 */
import { brandColors } from '@tessera/proto/api/brand';
import { escapeHtml } from '../text/escape-html.ts';
import { type Block, colors } from './blocks.ts';

export type MailContent = {
  subject: string;
  /** The sender's name, above the letter. */
  brand: string;
  /** The preview that mail lists show next to the subject. Default: the first words of the letter. */
  preview?: string;
  heading: string;
  blocks: Block[];
  /** Below the letter: the contact, and why the mail was sent. */
  footer?: Block[];
  /** The language of the text. Default `en`. */
  lang?: string;
  /** The sender's color (`#rrggbb`), for buttons and links; null: the default. */
  accentColor?: string | null;
};

export type WrittenMail = { subject: string; text: string; html: string };

/** Renders subject, text and HTML of a mail. Line breaks in names cannot inject headers. */
export const writeMail = (content: MailContent): WrittenMail => {
  const { blocks, footer = [] } = content;
  const colon = colons[content.lang ?? 'en'] ?? ': ';
  const texts = [...blocks, ...footer].map(({ text }) => (typeof text === 'function' ? text(colon) : text));
  return {
    subject: content.subject.replaceAll(/\s+/g, ' ').trim(),
    text: `${texts.filter((text) => text !== null).join('\n\n')}\n`,
    html: pageOf(content),
  };
};

/** The separator of label and value, where it differs from English. */
const colons: Record<string, string> = { fr: '\u00a0: ', ja: '：' };

const font = "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const dark = {
  ground: '#111312',
  surface: '#191c1b',
  text: '#d3d8d6',
  strong: '#f1f4f3',
  quiet: '#a5aca9',
  line: '#2f3533',
  note: '#232826',
  action: '#63cfc4',
  onAction: '#08211f',
};

/** Rules of dark mode under a selector: for the media query, and for the attribute that Outlook's apps set. */
const darkRules = (under: string): string =>
  [
    `${under} .ground { background: ${dark.ground} !important; }`,
    `${under} .letter { background: ${dark.surface} !important; border-color: ${dark.line} !important; }`,
    `${under} .strong, ${under} .cell { color: ${dark.strong} !important; }`,
    `${under} .text { color: ${dark.text} !important; }`,
    `${under} .quiet { color: ${dark.quiet} !important; }`,
    `${under} .link { color: ${dark.action} !important; }`,
    `${under} .cell { border-color: ${dark.line} !important; }`,
    `${under} .note { background: ${dark.note} !important; color: ${dark.strong} !important; }`,
    `${under} .button { background: ${dark.action} !important; }`,
    `${under} .button-label { color: ${dark.onAction} !important; }`,
  ].join('\n');

const style = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (max-width: 480px) { .letter { padding: 24px !important; } .around { padding: 20px 12px !important; } }
@media (prefers-color-scheme: dark) {
${darkRules(':root')}
}
${darkRules('[data-ogsc]')}
`;

/** Buttons and links in the sender's color; mail programs that ignore style sheets show the default one. */
const accentRules = (accentColor: string | null | undefined): string => {
  if (!accentColor) return '';
  const { accent, onAccent, textOnLight, textOnDark } = brandColors(accentColor);
  const button = `.button { background: ${accent} !important; } .button-label { color: ${onAccent} !important; }`;
  const inDark = (under: string): string =>
    `${under} .link { color: ${textOnDark} !important; } ${under} .button { background: ${accent} !important; } ${under} .button-label { color: ${onAccent} !important; }`;
  return `${button} .link { color: ${textOnLight} !important; }
@media (prefers-color-scheme: dark) { ${inDark(':root')} }
${inDark('[data-ogsc]')}
`;
};

/** Conditional comment for Outlook on Windows, for a font that it has and a width that it respects. */
const forOutlook = (html: string): string => `<!--[if mso]>${html}<![endif]-->`;

const width = 560;

const pageOf = ({
  subject,
  brand,
  preview,
  heading,
  blocks,
  footer = [],
  lang = 'en',
  accentColor,
}: MailContent): string => `<!doctype html>
<html lang="${escapeHtml(lang)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no">
<meta name="x-apple-disable-message-reformatting">
<title>${escapeHtml(subject)}</title>
<style>${style}${accentRules(accentColor)}</style>
${forOutlook('<style>table, td, p, a, h1 { font-family: Arial, sans-serif !important; }</style>')}
</head>
<body class="ground" style="margin:0;padding:0;background:${colors.ground};">
${preview === undefined ? '' : `<div style="display:none;max-height:0;overflow:hidden;mso-hide:all;">${escapeHtml(preview)}</div>`}
<table role="presentation" class="ground" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="${colors.ground}" style="background:${colors.ground};"><tr><td class="around" align="center" style="padding:40px 16px;">
${forOutlook(`<table role="presentation" width="${width}" cellpadding="0" cellspacing="0" border="0"><tr><td>`)}
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:${width}px;font-family:${font};text-align:left;">
<tr><td class="strong" style="padding:0 4px 16px;font-size:16px;line-height:1.4;font-weight:700;color:${colors.strong};overflow-wrap:anywhere;word-break:break-word;">${escapeHtml(brand)}</td></tr>
<tr><td class="letter" bgcolor="${colors.surface}" style="padding:36px;background:${colors.surface};border:1px solid ${colors.line};border-radius:16px;">
<h1 class="strong" style="margin:0 0 16px;font-size:24px;line-height:1.3;font-weight:700;color:${colors.strong};overflow-wrap:anywhere;word-break:break-word;">${escapeHtml(heading)}</h1>
${blocks.map(({ html }) => html).join('\n')}
</td></tr>
${footer.length === 0 ? '' : `<tr><td style="padding:20px 4px 0;">${footer.map(({ html }) => html).join('\n')}</td></tr>`}
</table>
${forOutlook('</td></tr></table>')}
</td></tr></table>
</body>
</html>
`;
