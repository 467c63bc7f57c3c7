/** Files of the demo seller: downloads and product pictures. Generated, so that nothing has to be shipped. */
import { createHash } from 'node:crypto';
import type { ApiClient } from './api-client.ts';

const v1 = '/api/billing/v1';

type Identified = { id: string };
/** `public_url`: of pictures alone. */
type Uploaded = Identified & { public_url?: string };
type Upload = Identified & {
  upload: { id: string; path: string; parts: { url: string; headers: Record<string, string> }[] };
};
type Service = 'downloadable' | 'product_media' | 'organization_avatar';
type MadeFile = { name: string; mimeType: string; service: Service; bytes: Buffer };

/** A page of lines as a minimal PDF that every reader opens. */
const pdfOf = (lines: readonly string[]): Buffer => {
  const text = lines.map((line) => `(${line}) Tj T*`).join(' ');
  const content = `BT /F1 18 Tf 72 720 Td 30 TL ${text} ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let body = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = body.length;
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const head = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`;
  const tail = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`;
  return Buffer.from(body + head + tail, 'latin1');
};

/** A cover of squares on a grid, in two colors. */
const coverOf = (name: string, [ground, figure]: readonly [string, string]): MadeFile => {
  const digest = createHash('sha256').update(name).digest();
  const squares = Array.from({ length: 24 }, (_, index) => {
    const opacity = ((digest[index] ?? 0) % 5) / 6;
    return `<rect x="${(index % 6) * 200 + 10}" y="${Math.floor(index / 6) * 200 + 10}" width="180" height="180" rx="24" fill="${figure}" opacity="${opacity}"/>`;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 800" width="1200" height="800"><rect width="1200" height="800" fill="${ground}"/>${squares.join('')}</svg>`;
  return {
    name: `${name}.svg`,
    mimeType: 'image/svg+xml',
    service: 'product_media',
    bytes: Buffer.from(svg),
  };
};

/** A window of four panes, in a square. */
const logo: MadeFile = {
  name: 'logo.svg',
  mimeType: 'image/svg+xml',
  service: 'organization_avatar',
  bytes: Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="512" height="512"><rect width="64" height="64" fill="#1e2a4a"/><g fill="#7aa2ff"><rect x="14" y="14" width="16" height="16" rx="3"/><rect x="34" y="14" width="16" height="16" rx="3" opacity="0.7"/><rect x="14" y="34" width="16" height="16" rx="3" opacity="0.7"/><rect x="34" y="34" width="16" height="16" rx="3" opacity="0.4"/></g></svg>',
  ),
};

/** Uploads a file in one part, as a seller's program would. */
const upload = async (shop: ApiClient, url: string, file: MadeFile): Promise<Uploaded> => {
  const { name, mimeType, service, bytes } = file;
  const sha256 = createHash('sha256').update(bytes).digest('base64');
  const part = { number: 1, chunk_start: 0, chunk_end: bytes.length, checksum_sha256_base64: sha256 };
  const created = await shop.call<Upload>('POST', `${v1}/files/`, {
    name,
    mime_type: mimeType,
    size: bytes.length,
    checksum_sha256_base64: sha256,
    service,
    upload: { parts: [part] },
  });
  const [target] = created.upload.parts;
  const { pathname, search } = new URL(target?.url ?? '');
  const sent = await fetch(new URL(pathname + search, url), {
    method: 'PUT',
    headers: target?.headers ?? {},
    body: new Uint8Array(bytes),
  });
  if (!sent.ok) throw new Error(`a file of the demo was answered ${sent.status}: ${await sent.text()}`);
  return shop.call<Uploaded>('POST', `${v1}/files/${created.id}/uploaded`, {
    id: created.upload.id,
    path: created.upload.path,
    parts: [{ number: 1, checksum_etag: sent.headers.get('etag'), checksum_sha256_base64: sha256 }],
  });
};

/** Makes the benefit that delivers the handbook. */
export const makeHandbook = async (shop: ApiClient, url: string): Promise<string> => {
  const files = [
    {
      name: 'Designing with Grids.pdf',
      mimeType: 'application/pdf',
      bytes: pdfOf([
        'Designing with Grids',
        'Northwind Studio',
        '',
        'Columns carry the page, rows give it rhythm.',
      ]),
    },
    {
      name: 'Grid templates.csv',
      mimeType: 'text/csv',
      bytes: Buffer.from('name,columns,gutter\r\nEssay,8,24\r\nShop,12,16\r\nPoster,6,40\r\n'),
    },
  ];
  const ids: string[] = [];
  for (const file of files) ids.push((await upload(shop, url, { ...file, service: 'downloadable' })).id);
  const body = {
    type: 'downloadables',
    description: 'The handbook and its templates',
    properties: { files: ids },
  };
  return (await shop.call<Identified>('POST', `${v1}/benefits/`, body)).id;
};

/** The pictures of products by their keys, in order: name, ground and figure. */
const covers: Record<string, readonly (readonly [string, string, string])[]> = {
  pro: [
    ['pro', '#1e2a4a', '#7aa2ff'],
    ['pro-templates', '#f2f4fb', '#3d5bb8'],
  ],
  team: [['team', '#173b35', '#5fd3b3']],
  book: [['book', '#f4e9dc', '#d2622a']],
};

/** Attaches pictures to products. */
export const hangPictures = async (
  shop: ApiClient,
  url: string,
  productIds: ReadonlyMap<string, string>,
): Promise<void> => {
  for (const [key, pictures] of Object.entries(covers)) {
    const medias: string[] = [];
    for (const [name, ground, figure] of pictures)
      medias.push((await upload(shop, url, coverOf(name, [ground, figure]))).id);
    await shop.call('PATCH', `${v1}/products/${productIds.get(key)}`, { medias });
  }
};

/** Gives the organization its logo. */
export const hangLogo = async (shop: ApiClient, url: string): Promise<void> => {
  const { public_url } = await upload(shop, url, logo);
  const { items } = await shop.call<{ items: Identified[] }>('GET', `${v1}/organizations/`);
  for (const { id } of items)
    await shop.call('PATCH', `${v1}/organizations/${id}`, { avatar_url: public_url });
};
