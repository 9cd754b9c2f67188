import { PLURAL, type Table } from '#contract/sync/entities.ts'
import { showAge } from '#src/ui/format.ts'
import type { Device } from '#contract/sync/devices.ts'
import { heldWords } from '#contract/invoices/blockers.ts'

/** "picker3 has 6 unsent changes and 1 decision to make for order 21667", the order with the most first. */
export function holdingWords({
  username,
  unsent,
  needs_you,
}: Pick<Device, 'username' | 'unsent' | 'needs_you'>): string[] {
  return [...new Set([...Object.keys(unsent), ...Object.keys(needs_you)])]
    .map((order) => ({ order, unsent: unsent[order] ?? 0, needs_you: needs_you[order] ?? 0 }))
    .filter((held) => held.unsent + held.needs_you > 0)
    .sort((a, b) => b.unsent + b.needs_you - a.unsent - a.needs_you || Number(a.order) - Number(b.order))
    .map((held) => `${username} has ${heldWords(held)} for order ${held.order}`)
}

/** "lines and pieces, 3 min ago": what was read again, and when. */
export const differedWords = (tables: readonly Table[], at: string, now: number): string =>
  `${tables.map((table) => PLURAL[table]).join(' and ')}, ${showAge(Date.parse(at), now)} ago`
