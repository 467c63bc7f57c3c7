/** Ids of sample data: of UUID version 4, while those of real things are of version 7. */
const sampleId = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

export const ids = {
  organization: sampleId(1),
  product: sampleId(2),
  price: sampleId(3),
  benefit: sampleId(4),
  customer: sampleId(5),
  checkout: sampleId(6),
  subscription: sampleId(7),
  order: sampleId(8),
  orderItem: sampleId(9),
  refund: sampleId(10),
  grant: sampleId(11),
  licenseKey: sampleId(12),
  meter: sampleId(13),
  usageAlert: sampleId(14),
};
