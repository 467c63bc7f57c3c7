/** Errors of requests for invoices (contracts/billing.md, section 1). */
import { defineErrors } from '@tessera/kit/errors';

export const invoiceErrors = defineErrors({
  NotPaidOrder: { status: 422, message: 'The order is not paid.' },
  MissingInvoiceBillingDetails: {
    status: 422,
    message: 'Billing name and address are required to generate an invoice. Add them to the order.',
  },
  InvoiceAlreadyExists: { status: 409, message: 'The invoice already exists.' },
  /** Not in the contract, as credit notes are not. */
  MissingInvoice: { status: 422, message: 'The order has no invoice to correct.' },
  NotSucceededRefund: { status: 422, message: 'The refund has not succeeded.' },
});
