/**
 * The values that entities and calls are made of, each with what it refuses.
 * Money and weights are decimal strings, codes strings, counts and ids numbers (readings, "On the wire").
 */
import { z } from 'zod'
import { faultWords } from './fault-words.ts'
import { DECIMAL } from './money.ts'

// For every schema of either side: a fault without words of its own gets these.
z.config({ localeError: faultWords })

/**
 * A calendar day of the distributor, `YYYY-MM-DD`. A day that no calendar has is refused, and so is one outside the
 * years of deliveries: days are computed with, and the results must still be days.
 */
export const Day = z.iso
  .date('must be a day as YYYY-MM-DD')
  .refine((day) => day >= '1900' && day < '2200', 'must be a day from 1900 to 2199')
/** C146: MM/DD/YYYY, unlike every other day on the wire. */
export const PriceDay = z.string().regex(/^\d{2}\/\d{2}\/\d{4}$/, 'must be a day as MM/DD/YYYY')
/** The key of a row that is numbered by the database: an integer of four bytes. */
export const Id = z.int().positive().max(2_147_483_647)
export const RowId = z.uuid()
/**
 * A mailbox on a domain: what a browser accepts (HTML, "valid email address"), with a dot after the @. The
 * specification sends to "a@b.c" (B162), which zod's own rule refuses. No address contains a line break.
 */
export const Email = z
  .email({ pattern: z.regexes.html5Email, error: 'is not an email address' })
  .regex(/@.+\./, 'is not an email address')
/** The most lines of an order: many times more than the longest order list has. */
export const MOST_LINES = 1_000
/** A product's code: digits with their leading zeros, never a number. */
export const Upc = z.string().regex(/^[0-9A-Za-z.-]{1,32}$/, 'must be a product code')
export const UnitType = z.enum(['u', 'c'])
export type UnitType = z.infer<typeof UnitType>
const COUNTED = 'must be a whole number from 0 to 1000000'
export const Count = z.int(COUNTED).min(0, COUNTED).max(1_000_000, COUNTED)
/** Pieces, or pounds where the supplier sells by the pound: at most three places. A negative quantity is given back. */
export const Quantity = z.string().regex(/^-?\d{1,9}(?:\.\d{1,3})?$/, 'must be a quantity such as "12"')
export const Weight = z.string().regex(/^\d{1,6}(?:\.\d{1,3})?$/, 'must be a weight in lb such as "12.345"')
export const Money = z.string().regex(DECIMAL, 'must be an amount such as "12.50"')
/** An amount in a call is below 10,000,000: more than anything that is sold here costs. */
const STATED = 'must be an amount such as "12.50", below 10000000'
/** The same with two places; a negative amount is given back. */
export const Amount = z.string().regex(/^-?\d{1,7}(?:\.\d{1,2})?$/, STATED)
/** A price or discount of the office: never negative, and with no more places than are stored. */
export const Price = z.string().regex(/^\d{1,7}(?:\.\d{1,2})?$/, STATED)
/** A price per piece or lb as a product or a line has it: up to six places. */
export const ExactPrice = z.string().regex(/^\d{1,7}(?:\.\d{1,6})?$/, STATED)
