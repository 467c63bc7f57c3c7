/** Determines the format of a tax id by its country, and verifies its check digits. */
import { createRequire } from 'node:module';
import { type TaxId, TaxIdFormat } from '@tessera/proto/api/billing/tax-id';
import { unionCountries } from '@tessera/proto/api/billing/union';
import type { Validator } from 'stdnum';

const require = createRequire(import.meta.url);
/** Loaded on first use, as it takes some megabytes. */
const library = () => require('stdnum') as typeof import('stdnum');

/** The validators of formats with check digits, as the library's country and name. */
const numberNames: Readonly<Partial<Record<TaxIdFormat, string[]>>> = {
  ad_nrt: ['AD.nrt'],
  ar_cuit: ['AR.cuit'],
  au_abn: ['AU.abn'],
  bg_uic: ['BG.vat'],
  br_cnpj: ['BR.cnpj'],
  br_cpf: ['BR.cpf'],
  ca_bn: ['CA.bn'],
  ca_gst_hst: ['CA.gst'],
  ca_pst_bc: ['CA.pst'],
  ca_qst: ['CA.qst'],
  ch_uid: ['CH.uid'],
  ch_vat: ['CH.vat'],
  cl_tin: ['CL.rut'],
  cn_tin: ['CN.uscc'],
  co_nit: ['CO.nit'],
  cr_tin: ['CR.cpj', 'CR.cpf', 'CR.cr'],
  de_stn: ['DE.stnr'],
  do_rcn: ['DO.rnc'],
  ec_ruc: ['EC.ruc'],
  eg_tin: ['EG.tn'],
  es_cif: ['ES.cif'],
  gb_vat: ['GB.vat'],
  hr_oib: ['HR.oib'],
  hu_tin: ['HU.anum'],
  id_npwp: ['ID.npwp'],
  il_vat: ['IL.hp', 'IL.idnr'],
  in_gst: ['IN.gstin'],
  is_vat: ['IS.vsk'],
  jp_cn: ['JP.cn'],
  ke_pin: ['KE.pin'],
  kr_brn: ['KR.brn'],
  li_uid: ['LI.peid', 'CH.uid'],
  mx_rfc: ['MX.rfc'],
  no_vat: ['NO.mva', 'NO.orgnr'],
  nz_gst: ['NZ.ird'],
  pe_ruc: ['PE.ruc'],
  ro_tin: ['RO.cui', 'RO.cnp'],
  rs_pib: ['RS.pib'],
  ru_inn: ['RU.inn'],
  sg_uen: ['SG.uen'],
  si_tin: ['SI.ddv'],
  sv_nit: ['SV.nit'],
  th_vat: ['TH.tin'],
  tr_tin: ['TR.vkn', 'TR.tckimlik'],
  tw_vat: ['TW.ubn'],
  ua_vat: ['UA.edrpou', 'UA.rntrc'],
  us_ein: ['US.ein'],
  uy_ruc: ['UY.rut'],
  ve_rif: ['VE.rif'],
  vn_tin: ['VN.mst'],
  za_vat: ['ZA.vat', 'ZA.tin'],
};

/**
 * Formats without check digits in countries that have others with them. A Canadian business number has nine digits:
 * the library also accepts it with the program account of a GST number.
 */
const shapes: Readonly<Partial<Record<TaxIdFormat, RegExp>>> = {
  ae_trn: /^\d{15}$/,
  au_arn: /^\d{12}$/,
  ca_bn: /^\d{9}$/,
  ca_pst_mb: /^\d{7}$/,
  ca_pst_sk: /^\d{7}$/,
  jp_rn: /^\d{5}$/,
  jp_trn: /^T\d{13}$/,
  no_voec: /^\d{7}$/,
  ru_kpp: /^\d{9}$/,
  sg_gst: /^M\d{8}[A-Z]$/,
};
/** The formats of the remaining countries. */
const anyShape = /^[A-Z0-9/]{4,30}$/;

/** Returns `["DE136695976", "eu_vat"]` for `DE 136 695 976` in Germany: the first format that fits, or null. */
export const readTaxId = (country: string, number: string): TaxId | null => {
  const bare = number
    .normalize('NFKC')
    .replace(/[\s.-]/g, '')
    .toUpperCase();
  const vat = unionCountries.has(country) ? readUnionVat(country, bare) : null;
  if (vat) return [vat, 'eu_vat'];
  const format = TaxIdFormat.options.find(
    (option) => option.startsWith(`${country.toLowerCase()}_`) && fits(option, bare),
  );
  // Formats that the library knows have no slash of their own: it only separates digits.
  return format ? [numberNames[format] ? bare.replaceAll('/', '') : bare, format] : null;
};

/** Adds the country's VAT prefix if it is missing. Null: not a valid VAT number. */
const readUnionVat = (country: string, bare: string): string | null => {
  const prefix = country === 'GR' ? 'EL' : country;
  const rest = bare.startsWith(prefix) ? bare.slice(prefix.length) : bare;
  return library().euVat[country]?.some((validator) => isValid(validator, rest)) ? prefix + rest : null;
};

const fits = (format: TaxIdFormat, bare: string): boolean => {
  const known = numberNames[format];
  return (
    (shapes[format] ?? anyShape).test(bare) &&
    (known === undefined || known.some((name) => isValid(validatorOf(name), bare)))
  );
};

/** Whether tax ids of a country can be validated. */
export const hasTaxIdFormats = (country: string): boolean =>
  unionCountries.has(country) ||
  TaxIdFormat.options.some((option) => option.startsWith(`${country.toLowerCase()}_`));

const validatorOf = (name: string): Validator | undefined => {
  const [country = '', number = ''] = name.split('.');
  return library().stdnum[country]?.[number];
};

const isValid = (validator: Validator | undefined, number: string): boolean =>
  /^[A-Z0-9/]{4,30}$/.test(number) && validator?.validate(number).isValid === true;
