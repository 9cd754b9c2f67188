/**
 * How much each part of the bench does: in full, where its figures count, and tiny, where only that every line is filled
 * counts (`npm test` runs that, so that no part rots). A part reads its size from the stack.
 */
import type { Slowness } from './browser.ts'
import type { History } from './history-seed.ts'
import type { Size } from './seed.ts'

export interface Sizes {
  /** How long a server is loaded (`load.ts`). */
  load: { rounds: number; firstWarmMs: number; warmMs: number; measureMs: number }
  /** The device that has pulled everything; `scan`, `visits` and `list` share it. */
  device: { business: Size }
  api: { business: Size }
  pull: { business: Size; rounds: number }
  scan: { scans: number; warm: number; cpu: number; settleMs: number }
  visits: { rounds: number; cpu: number; net: NonNullable<Slowness['net']> }
  drain: { business: Size; edits: number; plainCalls: number }
  edits: { business: Size; rounds: number; batches: number; singleCalls: number }
  live: { business: Size; devices: number; changes: number; idle: number }
  list: { orders: number; presses: number; scrolls: number; cpu: number; settleMs: number }
  search: { business: Size; rounds: number }
  growth: { business: Size; month: History; years: History; rounds: number }
  invoices: { business: Size }
  ordering: {
    business: Size
    /** Products of the order list, in twenty categories. */
    listed: number
    searches: string[]
    cpu: number
    settleMs: number
    placing: { rounds: number; warmMs: number; measureMs: number }
  }
  pdf: { rounds: number; invoiceLines: number[]; tickets: number; ticketLines: number }
  bulk: { products: number; tickets: number; invoices: number; settleMs: number }
}

export const FULL: Sizes = {
  // A server runs for days: its first hundred calls, before the engine has compiled what is hot, say nothing of it.
  load: { rounds: 5, firstWarmMs: 3_000, warmMs: 200, measureMs: 1_200 },
  device: { business: { products: 100_000, orders: 500, oldOrders: 0 } },
  api: { business: { products: 20_000, orders: 500, oldOrders: 500 } },
  pull: { business: { products: 50_000, orders: 0, oldOrders: 0 }, rounds: 4 },
  scan: { scans: 120, warm: 10, cpu: 6, settleMs: 4_000 },
  visits: { rounds: 5, cpu: 4, net: { downMbit: 1.44, upMbit: 0.675, latencyMs: 562 } },
  drain: { business: { products: 2_000, orders: 500, oldOrders: 0 }, edits: 10_000, plainCalls: 30 },
  edits: {
    business: { products: 2_000, orders: 200, oldOrders: 0 },
    rounds: 5,
    batches: 4,
    singleCalls: 150,
  },
  live: { business: { products: 2_000, orders: 100, oldOrders: 0 }, devices: 20, changes: 100, idle: 1_000 },
  list: { orders: 50, presses: 40, scrolls: 40, cpu: 4, settleMs: 2_000 },
  search: { business: { products: 100_000, orders: 0, oldOrders: 0 }, rounds: 20 },
  growth: {
    business: { products: 10_000, orders: 0, oldOrders: 0 },
    month: { orders: 1_200, days: 30, items: 20 },
    years: { orders: 150_000, days: 1_095, items: 20 },
    rounds: 15,
  },
  invoices: { business: { products: 5_000, orders: 300, oldOrders: 0 } },
  ordering: {
    business: { products: 2_400, orders: 200, oldOrders: 0 },
    listed: 2_000,
    searches: ['tomatoes', 'pecorino', 'paper towel', 'olive oil', 'chicken', 'no. 1990', 'tomato', 'thigh'],
    cpu: 6,
    settleMs: 8_000,
    placing: { rounds: 3, warmMs: 1_000, measureMs: 4_000 },
  },
  pdf: { rounds: 5, invoiceLines: [60, 400], tickets: 100, ticketLines: 60 },
  bulk: { products: 2_000, tickets: 100, invoices: 300, settleMs: 2_000 },
}

/** The first orders of a business are of days that have passed, so that two are too few where one must lie ahead. */
const BUSINESS: Size = { products: 120, orders: 10, oldOrders: 0 }

export const TINY: Sizes = {
  load: { rounds: 1, firstWarmMs: 0, warmMs: 0, measureMs: 50 },
  device: { business: BUSINESS },
  api: { business: BUSINESS },
  pull: { business: BUSINESS, rounds: 1 },
  scan: { scans: 2, warm: 1, cpu: 1, settleMs: 0 },
  visits: { rounds: 1, cpu: 1, net: { downMbit: 100, upMbit: 100, latencyMs: 1 } },
  drain: { business: BUSINESS, edits: 20, plainCalls: 2 },
  edits: { business: BUSINESS, rounds: 1, batches: 1, singleCalls: 2 },
  live: { business: BUSINESS, devices: 2, changes: 2, idle: 2 },
  list: { orders: 2, presses: 2, scrolls: 2, cpu: 1, settleMs: 0 },
  search: { business: BUSINESS, rounds: 2 },
  growth: {
    business: { products: 120, orders: 0, oldOrders: 0 },
    month: { orders: 40, days: 30, items: 2 },
    years: { orders: 80, days: 60, items: 2 },
    rounds: 1,
  },
  invoices: { business: BUSINESS },
  ordering: {
    business: BUSINESS,
    listed: 100,
    searches: ['tomatoes', 'pecorino'],
    cpu: 1,
    settleMs: 0,
    placing: { rounds: 1, warmMs: 0, measureMs: 50 },
  },
  pdf: { rounds: 1, invoiceLines: [2, 4], tickets: 2, ticketLines: 2 },
  bulk: { products: 120, tickets: 2, invoices: 2, settleMs: 0 },
}
