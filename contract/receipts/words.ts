/** What the supplier writes where a product's code stands, and what it means (C251). */

const NO_GOODS = ['surcharge void:', 'surcharge:', 'void:'] as const
export type LineKind = 'goods' | 'surcharge' | 'void'

/** What a line of a receipt is: something bought, an amount laid on, or something taken back. */
export function lineKind(product: string): LineKind {
  const text = product.trim().toLowerCase()
  const prefix = NO_GOODS.find((one) => text.startsWith(one))
  return prefix === undefined ? 'goods' : prefix === 'void:' ? 'void' : 'surcharge'
}

/** "Void: 061414100012" voids what is behind the colon. */
export const behindPrefix = (product: string): string => product.slice(product.indexOf(':') + 1).trim()

/** Whether a line takes something back: a Void or a Surcharge Void. */
export const isTakenBack = (product: string): boolean => /^(?:surcharge )?void:/i.test(product.trim())

/**
 * A quantity or total as it is kept: what is taken back is negative, whatever sign the supplier writes. A decimal string.
 */
export const signed = (product: string, amount: string): string =>
  isTakenBack(product) && !/^[-0.]*$/.test(amount) ? `-${amount.replace('-', '')}` : amount

/** A code without the zeros in front of it, which a spreadsheet drops: by it the supplier's codes find ours. */
export const bareCode = (product: string): string => product.trim().replace(/^0+(?=.)/, '')
