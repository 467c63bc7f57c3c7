/** Tax ids as the papers of their countries print them. Pure. */
import type { TaxId, TaxIdFormat } from './tax-id.ts';

/** Forms that a country's authority prescribes, `#` being a letter or digit. The number's length selects the form. */
const forms: Readonly<Partial<Record<TaxIdFormat, string[]>>> = {
  ar_cuit: ['##-########-#'],
  au_abn: ['## ### ### ###'],
  br_cnpj: ['##.###.###/####-##'],
  br_cpf: ['###.###.###-##'],
  ch_uid: ['###-###.###.###'],
  // The word for the tax follows, in one of three languages.
  ch_vat: ['###-###.###.###', '###-###.###.### ###', '###-###.###.### ####'],
  cl_tin: ['#.###.###-#', '##.###.###-#'],
  co_nit: ['###.###.###-#'],
  do_rcn: ['#-##-#####-#'],
  id_npwp: ['##.###.###.#-###.###'],
  kr_brn: ['###-##-#####'],
  nz_gst: ['##-###-###', '###-###-###'],
  sv_nit: ['####-######-###-#'],
  us_ein: ['##-#######'],
  ve_rif: ['#-########-#'],
};

/** `16727230000197` of Brazil -> `16.727.230/0001-97`. A number without such a form, or of another length, stays. */
export const printedTaxId = ([number, format]: TaxId): string => {
  const letters = number.replaceAll(/[^\p{L}\p{N}]/gu, '');
  const form = forms[format]?.find((one) => one.replaceAll(/[^#]/g, '').length === letters.length);
  if (!form) return number;
  let at = 0;
  return form.replaceAll('#', () => letters.charAt(at++));
};
