import { cents, divideRounded, money, thousandths } from '../money.ts'

/** The price of one piece, which suppliers often leave out; nothing for no pieces. Money, as a decimal string. */
export function piecePrice(total: string, quantity: string): string {
  const pieces = thousandths(quantity)
  return pieces === 0n ? '0.00' : money(divideRounded(cents(total) * 1_000n, pieces))
}
