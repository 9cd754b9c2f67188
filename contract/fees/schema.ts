/** Fees: margins and surcharges of a customer's location, of a warehouse, or of one product (A160, A305–A309, C152). */
import { z } from 'zod'
import { Id, Upc } from '../values.ts'
import { CallBody } from '../sync/mutation.ts'

/** C152: the kinds of a fee. Each kind has its own calls. */
export const FEE_KINDS = ['margin', 'surcharge'] as const
export type FeeKind = (typeof FEE_KINDS)[number]

/** A305–A308. */
export const FEE_PATHS: Record<FeeKind, string> = {
  margin: 'margintemplates',
  surcharge: 'surchargetemplates',
}

/** C395: `f` a flat amount in dollars, `%` a percentage. */
export const FeeType = z.enum(['f', '%'])
export type FeeType = z.infer<typeof FeeType>

/** Readings, "Prices": dollars have two decimal places, a percentage has four; trailing zeros have no meaning. */
const AMOUNT: Record<FeeType, RegExp> = {
  f: /^-?\d{1,7}(?:\.\d{1,2}0{0,2})?$/,
  '%': /^-?\d{1,7}(?:\.\d{1,4})?$/,
}
const WRONG: Record<FeeType, string> = {
  f: 'must be an amount such as "12.50"',
  '%': 'must be a percentage such as "12.5"',
}

/**
 * Returns what is wrong with the amount of a fee of this kind and type; null where it can be stored. A margin may be
 * negative.
 */
export function amountProblem(kind: FeeKind, type: FeeType, amount: string): string | null {
  if (!AMOUNT[type].test(amount)) return WRONG[type]
  return kind === 'surcharge' && Number(amount) < 0
    ? 'must be 0 or more: a surcharge takes nothing off'
    : null
}

const fields = {
  type: FeeType,
  /** An amount of either type. `amountProblem` states the limits of a flat amount and of a surcharge. */
  amount: z.string().regex(AMOUNT['%'], WRONG.f),
  description: z.string().max(500),
  warehouse: Id.nullable(),
  product: Upc.nullable(),
  company_location: Id.nullable(),
}

export const Fee = z.object({ id: z.int(), kind: z.enum(FEE_KINDS), ...fields, version: z.int() })
export type Fee = z.infer<typeof Fee>

/** A306: the six fields, of which `type` and `amount` are required, and something that the fee is for. */
export const FeeCreate = z
  .object({
    ...fields,
    description: fields.description.default(''),
    warehouse: fields.warehouse.default(null),
    product: fields.product.default(null),
    company_location: fields.company_location.default(null),
  })
  .strict()
  .refine((fee) => isForSomething(fee), {
    path: ['company_location'],
    message: 'is needed where there is neither a warehouse nor a product',
  })
  .refine(({ type, amount }) => AMOUNT[type].test(amount), { path: ['amount'], message: WRONG.f })
export type FeeCreate = z.infer<typeof FeeCreate>

/** A307: any of the six. `base` holds what the person saw, so that another user's change is a clash and not lost. */
export const FeePatch = z.object(fields).partial().extend({ base: CallBody.optional() }).strict()
export type FeePatch = z.infer<typeof FeePatch>

export const isForSomething = (fee: Pick<Fee, 'warehouse' | 'product' | 'company_location'>): boolean =>
  fee.warehouse !== null || fee.product !== null || fee.company_location !== null
