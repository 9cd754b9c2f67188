import { Id } from '#contract/values.ts'

/** Readings, "Orders, quantities, weights": a numeric id is one of digits only, tested as text and never by Number(). */
export const isOrderId = (id: string): boolean => /^\d+$/.test(id) && Id.safeParse(Number(id)).success
