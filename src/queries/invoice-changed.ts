/**
 * The queries that a change of an invoice makes stale: the invoice, the lists with its amount or its paid state, the open
 * balances, the credits that wait, the payments that are held or disputed, and the reconciliation with the provider.
 */
export const INVOICE_CHANGED = [
  ['orders'],
  ['invoicesummaries'],
  ['openbalances'],
  ['waitingcredits'],
  ['heldpayments'],
  ['disputes'],
  ['reconciliation'],
] as const
