/** The rows of the fees dialog and the calls that saving them makes (A305–A309). */
import { FEE_KINDS, FEE_PATHS, type Fee, type FeeKind, type FeeType } from '#contract/fees/schema.ts'
import { amountFieldProblem, amountText, numberOf } from './amounts.ts'
import type { RowCall } from './row-calls.ts'

export interface FeeRow {
  /** Stays the same while the dialog is open; the key of the call that adds it, so that a repeated one adds no second. */
  key: string
  kind: FeeKind
  /** The stored fee, or null for a new one. */
  fee: Fee | null
  type: FeeType
  /** As typed. */
  amount: string
  description: string
  dropped: boolean
}
export type FeeMark = 'new' | 'modified' | 'deleted' | null

export const KIND_NAMES: Record<FeeKind, string> = { margin: 'Margin', surcharge: 'Surcharge' }

const rowOfFee = (kind: FeeKind, fee: Fee): FeeRow => ({
  key: `${kind}/${fee.id}`,
  kind,
  fee,
  type: fee.type,
  amount: amountText(fee.amount),
  description: fee.description,
  dropped: false,
})
export const newFee = (kind: FeeKind, key: string): FeeRow => ({
  key,
  kind,
  fee: null,
  type: kind === 'margin' ? '%' : 'f',
  amount: '',
  description: '',
  dropped: false,
})
export const rowsOfFees = (fees: Record<FeeKind, readonly Fee[]>): FeeRow[] =>
  FEE_KINDS.flatMap((kind) => fees[kind].map((fee) => rowOfFee(kind, fee)))

/** Returns what is wrong with a row, in words for its field; null when it can be saved. */
export const feeProblem = (row: FeeRow): string | null => (row.dropped ? null : amountFieldProblem(row))

/** A changed row over what others have saved meanwhile: type and amount, which mean nothing apart, and the description. */
export function feeOver(row: FeeRow, now: FeeRow): FeeRow {
  if (!row.fee) return row
  const { type, amount, description } = rowOfFee(row.kind, row.fee)
  return {
    ...now,
    ...((row.type !== type || row.amount !== amount) && { type: row.type, amount: row.amount }),
    ...(row.description !== description && { description: row.description }),
    dropped: row.dropped,
  }
}

const changed = (row: FeeRow): { [field: string]: string } => {
  const { fee } = row
  if (!fee) return {}
  const isOther = row.type !== fee.type || row.amount !== amountText(fee.amount)
  return {
    // They mean nothing apart: beside another user's change of the type, an amount of dollars would be a percentage.
    ...(isOther && { type: row.type, amount: numberOf(row.amount) }),
    ...(row.description.trim() !== fee.description && { description: row.description.trim() }),
  }
}

export function feeMark(row: FeeRow): FeeMark {
  if (!row.fee) return 'new'
  if (row.dropped) return 'deleted'
  return Object.keys(changed(row)).length > 0 ? 'modified' : null
}

/** A306–A309: one call for each marked row. A new fee is for the order's company location. */
export function feeCalls(rows: readonly FeeRow[], companyLocation: number): RowCall[] {
  return rows.flatMap((row): RowCall[] => {
    const { key, fee } = row
    const path = FEE_PATHS[row.kind]
    switch (feeMark(row)) {
      case 'new':
        return [
          {
            row: key,
            method: 'POST',
            path,
            body: {
              type: row.type,
              amount: numberOf(row.amount),
              description: row.description.trim(),
              warehouse: null,
              product: null,
              company_location: companyLocation,
            },
            idempotencyKey: key,
          },
        ]
      case 'modified': {
        const set = changed(row)
        const seen = Object.fromEntries(Object.keys(set).map((field) => [field, fee![field as keyof Fee]]))
        return [{ row: key, method: 'PATCH', path: `${path}/${fee!.id}`, body: { ...set, base: seen } }]
      }
      case 'deleted':
        return [{ row: key, method: 'DELETE', path: `${path}/${fee!.id}` }]
      default:
        return []
    }
  })
}
