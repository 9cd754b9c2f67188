/** Whether an order is paid, by its paid status, or an invoice by its own: `pe` is an invoice that was paid externally (A042). */
export const isPaid = (status: string | null | undefined): boolean =>
  status === 'p' || status === 'e' || status === 'pe'
