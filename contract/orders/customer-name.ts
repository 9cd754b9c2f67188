/** B102, C163: what the customer of an order is called, where the order may have none. */
export const customerName = (username: string | null | undefined): string => username || 'Anonymous'
