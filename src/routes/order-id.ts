import { Id } from '#contract/orders/schema.ts'

/** Readings, "Orders": a numeric id is one of digits only, tested as text and never by Number(). */
export const isOrderId = (id: string): boolean => /^\d+$/.test(id) && Id.safeParse(Number(id)).success
