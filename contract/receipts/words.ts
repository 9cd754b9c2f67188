/** The supplier's texts in place of a product's code, and their meanings (C251). */

const NO_GOODS = ['surcharge void:', 'surcharge:', 'void:'] as const
export type LineKind = 'goods' | 'surcharge' | 'void'

/** Returns the kind of a receipt's line: something bought, an added amount, or something taken back. */
export function lineKind(product: string): LineKind {
  const text = product.trim().toLowerCase()
  const prefix = NO_GOODS.find((one) => text.startsWith(one))
  return prefix === undefined ? 'goods' : prefix === 'void:' ? 'void' : 'surcharge'
}

/** Returns the text after the colon: "Void: 061414100012" voids that product. */
export const behindPrefix = (product: string): string => product.slice(product.indexOf(':') + 1).trim()

/** Returns whether a line takes something back: a Void or a Surcharge Void. */
export const isTakenBack = (product: string): boolean => /^(?:surcharge )?void:/i.test(product.trim())

/**
 * Returns a quantity or total as it is stored: goods that are taken back are negative, with any sign of the supplier. A
 * decimal string.
 */
export const signed = (product: string, amount: string): string =>
  isTakenBack(product) && !/^[-0.]*$/.test(amount) ? `-${amount.replace('-', '')}` : amount

/**
 * Returns a code without its leading zeros, which a spreadsheet drops: the supplier's codes are matched with ours by
 * it.
 */
export const bareCode = (product: string): string => product.trim().replace(/^0+(?=.)/, '')

/** Returns the server's message about a line whose receipt is not there. The upload compares it, also in apps of earlier releases, and then makes another receipt. */
export const noReceipt = (receipt: number): string => `receipt: there is no receipt ${receipt}`
