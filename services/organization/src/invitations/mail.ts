/** The mail that invites someone. Pure. */
import { plainName } from '@tessera/kit/plain-name';

export type InvitationMail = {
  organization: { name: string; logo: string | null };
  inviter: { name: string; email: string };
  /** The roles, by commas. */
  role: string;
  url: string;
  /** The address that was invited. */
  email: string;
  expiresAt: Date;
};

/** Subject, text and HTML; tables and inline styles, because mail programs know nothing else. */
export const invitationMail = (mail: InvitationMail) => {
  const { inviter, url, email } = mail;
  const until = untilOf(mail.expiresAt);
  // All three are chosen by whoever invites, and this mail goes to whom they like.
  const name = plainName(inviter.name, 'Someone');
  const organization = plainName(mail.organization.name, 'an organization');
  const role = plainName(mail.role.split(',').map(capitalized).join(', '), 'Member');
  return {
    subject: `${name} invited you to join ${organization} on Tessera`,
    text: `Hello,

${name} (${inviter.email}) has invited you to join ${organization} on Tessera.

Your role: ${role}

Accept the invitation here:

${url}

The invitation is for ${email} and good until ${until}. If you did not expect it, you can ignore this message.
`,
    html: page(organization, [
      `<table role="presentation" cellpadding="0" cellspacing="0"><tr><td style="width:52px;height:52px;border-radius:14px;background:#e7f4f2;color:#0d6b65;font-size:22px;font-weight:700;text-align:center;line-height:52px;">${escape(initialOf(organization))}</td></tr></table>`,
      `<h1 style="margin:20px 0 12px;font-size:22px;line-height:1.3;color:#1a1c1b;">Join ${escape(organization)}</h1>`,
      `<p style="${paragraph}"><strong>${escape(name)}</strong> (<a href="mailto:${escape(inviter.email)}" style="color:#0d6b65;">${escape(inviter.email)}</a>) has invited you to work together in <strong>${escape(organization)}</strong> on Tessera.</p>`,
      `<p style="${paragraph}">Your role: <span style="display:inline-block;padding:2px 10px;border-radius:999px;background:#efefec;color:#1a1c1b;font-size:14px;">${escape(role)}</span></p>`,
      `<p style="margin:28px 0;"><a href="${escape(url)}" style="display:inline-block;padding:13px 24px;border-radius:10px;background:#0d6b65;color:#ffffff;font-weight:600;text-decoration:none;">Accept invitation</a></p>`,
      `<p style="${small}">The invitation is for ${escape(email)} and good until ${until}. If the button does not work, copy this address into your browser:<br><a href="${escape(url)}" style="color:#0d6b65;word-break:break-all;">${escape(url)}</a></p>`,
      `<p style="${small}margin-bottom:0;">If you did not expect this invitation, you can ignore this message.</p>`,
    ]),
  };
};

const paragraph = 'margin:0 0 14px;font-size:16px;line-height:1.55;color:#3b3f3d;';
const small = 'margin:0 0 14px;font-size:13px;line-height:1.55;color:#5b605d;';

const page = (title: string, parts: string[]): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light"><title>${escape(title)}</title></head>
<body style="margin:0;padding:0;background:#f8f8f6;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f8f8f6;"><tr><td align="center" style="padding:40px 16px;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;">
<tr><td style="padding:0 4px 16px;font-size:16px;font-weight:700;color:#1a1c1b;">Tessera</td></tr>
<tr><td style="padding:36px;background:#ffffff;border:1px solid #e5e5e0;border-radius:16px;">
${parts.join('\n')}
</td></tr>
</table>
</td></tr></table>
</body>
</html>
`;

const untilOf = (time: Date): string =>
  `${time.toLocaleString('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })} (UTC)`;

const capitalized = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

const initialOf = (name: string): string =>
  String.fromCodePoint(name.trim().codePointAt(0) ?? 63).toUpperCase();

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escape = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
