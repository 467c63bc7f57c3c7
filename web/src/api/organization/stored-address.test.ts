import { hereUrl, pictureUrl } from './stored-address.ts';

const stored = 'https://tessera.example/api/billing/v1/media/0197a000/1600.webp';

it('leads to our own files under the name that the page is open at', () => {
  expect(hereUrl(`${stored}?signature=a`)).toBe('/api/billing/v1/media/0197a000/1600.webp?signature=a');
});

it('asks for a picture in the width that is shown', () => {
  expect(pictureUrl(stored, 128)).toBe('/api/billing/v1/media/0197a000/128.webp');
});

it('leaves alone what is kept elsewhere, and what is no address at all', () => {
  for (const other of ['https://cdn.example/logo.png', 'logo', ''])
    expect(pictureUrl(other, 128)).toBe(other);
});
