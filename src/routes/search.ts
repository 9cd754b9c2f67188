/** The meaning of the queries of addresses. Anything may be typed into one: a part that does not fit is ignored. */
import { ORDER_DAYS, type OrderDays } from '#features/orders/days.ts'
import { ORDER_STATUSES } from '#features/orders/orders-filter.ts'
import type { MailState } from '#contract/mails/schema.ts'
import { MAIL_STATES } from '#contract/mails/states.ts'
import { SECURITY_EVENT_KINDS, type SecurityEventKind } from '#contract/security/kinds.ts'
import { readTableSearch, type TableSearch } from '#src/kit/list/table-search.ts'

type Typed = Record<string, unknown>

export interface OrdersSearch extends TableSearch {
  paid?: true | undefined
  /** The delivery days that are listed; without it those that the person begins with. */
  day?: OrderDays | undefined
  status?: string | undefined
  picker?: string | undefined
  unassigned?: true | undefined
}

/** From where a screen of the floor or a print view was opened: where its way back leads. */
export interface FromSearch {
  from?: 'order' | 'picklist' | undefined
}

/** What is chosen in the pick list generator. The address leaves out a choice that is the default. */
interface PickListSearch {
  sorting?: 'bin' | undefined
  /** A warehouse id (A102). */
  location?: number | undefined
  /** YYYY-MM-DD (A106). */
  start?: string | undefined
  end?: string | undefined
  /** Usernames (A108). */
  customers?: string[] | undefined
  /** Order numbers (A110). */
  orders?: number[] | undefined
  bulk?: true | undefined
}

export interface CartSearch {
  /** A031: the staged order in place of the cart. */
  stagedOrder?: 1 | undefined
}

/** An order; with an id that is no number, the cart. */
export interface OrderSearch extends CartSearch {
  /** The dialog that assigns a picker is open. */
  assign?: true | undefined
}

export interface CustomerSearch {
  /** A034: the way in from an order list. */
  orderlist?: 1 | undefined
}

export interface InvoiceSearch {
  /** B110: what the provider adds on the way back. */
  redirect_status?: string | undefined
}

export type ReceiptAction = 'receipt' | 'convert' | 'viewer'

export interface ReceiptSearch {
  /** C087: without one, receipts are compared. */
  action?: ReceiptAction | undefined
}

export interface ReportSearch {
  report?: string | undefined
}

export interface MailSearch extends TableSearch {
  /** The state of the mails that are listed; without it all are. */
  mails?: MailState | undefined
}

export const readMailSearch = (typed: Typed): MailSearch => ({
  ...readTableSearch(typed),
  mails: MAIL_STATES.find((state) => state === typed.mails),
})

interface InvoicesSearch extends TableSearch {
  /** All invoices are listed; without it those that are not paid. */
  all?: true | undefined
}

export interface FiguresSearch {
  /** The first and the last day of delivery; without them the last seven days. */
  start?: string | undefined
  end?: string | undefined
}

export const readFiguresSearch = (typed: Typed): FiguresSearch => ({
  start: day(typed.start),
  end: day(typed.end),
})

interface CustomersSearch extends TableSearch {
  /** Only customers who have not ordered for longer than they usually pause. */
  quiet?: true | undefined
}

export const readCustomersSearch = (typed: Typed): CustomersSearch => ({
  ...readTableSearch(typed),
  quiet: typed.quiet === true || undefined,
})

interface UsersSearch extends TableSearch {
  /** The role and the company of the people who are listed; without them all are. */
  role?: number | undefined
  company?: number | undefined
}

export const readUsersSearch = (typed: Typed): UsersSearch => ({
  ...readTableSearch(typed),
  role: number(typed.role),
  company: number(typed.company),
})

interface BalancesSearch extends TableSearch {
  /** The invoices themselves, or the credits that wait, are listed; without it the sums by customer. */
  by?: 'invoice' | 'credits' | undefined
}

export const readBalancesSearch = (typed: Typed): BalancesSearch => ({
  ...readTableSearch(typed),
  by: (['invoice', 'credits'] as const).find((list) => list === typed.by),
})

export const readInvoicesSearch = (typed: Typed): InvoicesSearch => ({
  ...readTableSearch(typed),
  all: typed.all === true || undefined,
})

interface SecuritySearch extends TableSearch {
  /** The kind of events that are listed; without it all are. */
  events?: SecurityEventKind | undefined
}

export const readSecuritySearch = (typed: Typed): SecuritySearch => ({
  ...readTableSearch(typed),
  events: SECURITY_EVENT_KINDS.find((kind) => kind === typed.events),
})

export const readOrdersSearch = (typed: Typed): OrdersSearch => ({
  ...readTableSearch(typed),
  paid: typed.paid === true || undefined,
  day: ORDER_DAYS.find((day) => day === typed.day),
  status: ORDER_STATUSES.find((status) => status === typed.status),
  picker: text(typed.picker),
  unassigned: typed.unassigned === true || undefined,
})

/** A119, B017: it counts whether the query mentions order, however it does. */
export const readFromSearch = (typed: Typed): FromSearch => ({
  from: JSON.stringify(typed).includes('order')
    ? 'order'
    : typed.from === 'picklist'
      ? 'picklist'
      : undefined,
})

export const readPickListSearch = (typed: Typed): PickListSearch => ({
  sorting: typed.sorting === 'bin' ? 'bin' : undefined,
  location: number(typed.location),
  start: day(typed.start),
  end: day(typed.end),
  // An order without a user has an empty name.
  customers: several(typed.customers, (name) => (typeof name === 'string' ? name : undefined)),
  orders: several(typed.orders, number),
  bulk: typed.bulk === true || undefined,
})

export const readCartSearch = ({ stagedOrder }: Typed): CartSearch => ({
  stagedOrder: one(stagedOrder),
})

export const readOrderSearch = (typed: Typed): OrderSearch => ({
  ...readCartSearch(typed),
  assign: typed.assign === true || undefined,
})

export const readCustomerSearch = ({ orderlist }: Typed): CustomerSearch => ({ orderlist: one(orderlist) })

export const readInvoiceSearch = ({ redirect_status }: Typed): InvoiceSearch => ({
  redirect_status: text(redirect_status),
})

const RECEIPT_ACTIONS: readonly unknown[] = ['receipt', 'convert', 'viewer'] satisfies ReceiptAction[]

/** C088: an unknown action is none. */
export const readReceiptSearch = ({ action }: Typed): ReceiptSearch => ({
  action: RECEIPT_ACTIONS.includes(action) ? (action as ReceiptAction) : undefined,
})

export const readReportSearch = ({ report }: Typed): ReportSearch => ({ report: text(report) })

const text = (typed: unknown): string | undefined => (typeof typed === 'string' && typed) || undefined
const number = (typed: unknown): number | undefined =>
  Number.isSafeInteger(typed) && (typed as number) > 0 ? (typed as number) : undefined
const day = (typed: unknown): string | undefined =>
  typeof typed === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(typed) && !Number.isNaN(Date.parse(typed))
    ? typed
    : undefined
/** Those of a list that can be read; none is as no list. */
function several<T>(typed: unknown, read: (one: unknown) => T | undefined): T[] | undefined {
  const all = (Array.isArray(typed) ? typed : []).map(read).filter((one) => one !== undefined)
  return all.length > 0 ? all : undefined
}
const one = (typed: unknown): 1 | undefined => (String(typed) === '1' ? 1 : undefined)

interface InventorySearch extends TableSearch {
  inactive?: true | undefined
  nonprimary?: true | undefined
}

/**
 * `/inventory` (C054): the products that are shown beside those that are sold and primary. The address leaves out an
 * unset filter.
 */
export const readInventorySearch = (typed: Typed): InventorySearch => ({
  ...readTableSearch(typed),
  inactive: typed.inactive === true || undefined,
  nonprimary: typed.nonprimary === true || undefined,
})
