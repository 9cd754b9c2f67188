/** The distributor's own settings. The defaults are in the database, each in the row that its migration made. */
import { z } from 'zod'
import { QB_COLUMNS } from '../invoices/quickbooks.ts'
import { Email, MOST_LINES } from '../values.ts'

/**
 * Returns the lines of a text that separates them with `|` or a line break: the head of what is sent out. No line holds
 * a line break, because the first one is part of the subjects of mails.
 */
export const linesOf = (text: string): string[] =>
  text.trim() === ''
    ? []
    : text
        .split('|')
        .flatMap((part) => part.trim().split(/[\r\n]\s*/))
        .map((line) => line.trim())
/** Returns whether the lines fit on paper. */
export const areLines = (lines: readonly string[]): boolean =>
  lines.length <= 8 && lines.every((line) => line !== '' && line.length <= 120)

const Lines = z
  .string()
  .transform(linesOf)
  .refine(areLines, 'must be up to 8 lines with | between, none of them empty or longer than 120 letters')

const QbColumns = z
  .string()
  .transform(linesOf)
  .pipe(z.array(z.enum(QB_COLUMNS, `must be some of ${QB_COLUMNS.join('|')}`)))
  .refine((names) => new Set(names).size === names.length, 'must name no column twice')
  .refine(
    (names) => QB_COLUMNS.every((name) => !name.startsWith('*') || names.includes(name)),
    'must hold every column with a star: QuickBooks demands them',
  )

/** Returns the schema of a limit: how many of something are allowed in a time. */
const bound = (least: number) =>
  z
    .string()
    .regex(/^[1-9]\d{0,5}$/, 'must be a whole number from 1 to 999999')
    .transform(Number)
    .refine((most) => most >= least, `must be at least ${least}`)
const Orders = bound(1)
const Time = bound(1)
/** With a lower limit, an order with the most lines that an order may have would wait forever. */
const OrderLines = bound(MOST_LINES)

/** Each setting is stored as text. The schema says what it is read as, and what is wrong with an invalid text. */
export const Settings = z.object({
  /** The time on the distributor's clock until which an order is in time (readings, "Making an invoice"). */
  cutoff: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day such as 18:00'),
  /** How many days before delivery that time is: 0 on the same day. */
  cutoff_days: z
    .string()
    .regex(/^(\d|1[0-4])$/, 'must be a number of days from 0 to 14')
    .transform(Number),
  /** The format of a time of day: 18:00 or 6:00 PM. */
  clock_hours: z.enum(['12', '24'], 'must be 12 or 24'),
  /** A086: the distributor's name, then its address and contact details; empty for what `DISTRIBUTOR` says. */
  contact_block: Lines,
  /** B003: the header lines of an invoice; empty for those of the contact block. */
  invoice_header: Lines,
  /** Whether an invoice carries each piece's weight, lot and time of weighing. */
  weigh_ticket: z.enum(['on', 'off'], 'must be on or off').transform((said) => said === 'on'),
  /** The columns of the file for QuickBooks, in their order. */
  qb_columns: QbColumns,
  /** How much a person who does not pick may order (server/edits/bounds.ts): by person … */
  orders_a_minute: Orders,
  orders_a_day: Orders,
  order_lines_a_day: OrderLines,
  /** … and all people of a company together. */
  company_orders_a_minute: Orders,
  company_orders_a_day: Orders,
  company_order_lines_a_day: OrderLines,
  /** Whether roles 1 to 8 sign in only with a passkey or a recovery code after the password (decision 0219). */
  second_factor_compulsory: z.enum(['on', 'off'], 'must be on or off').transform((said) => said === 'on'),
  /** The highest percentage that a card may cost a customer; '' for no bound (docs/decisions/0247). */
  most_card_fee: z.union(
    [z.literal(''), z.string().regex(/^(\d|[1-9]\d)(\.\d{1,4})?$/)],
    'must be a percentage such as 3.00, or empty',
  ),
  /** The number of whole months for which the edits of orders and the security events stay in the database. */
  keep_history_months: bound(13),
  /** The address to which a new dispute of a payment is mailed; '' for none (docs/decisions/0247). */
  dispute_mail: z.union([z.literal(''), Email], 'must be a mail address, or empty'),
  /** When a session ends (server/platform/auth/session-life.ts): of roles 1 to 12 … */
  office_idle_hours: Time,
  office_session_days: Time,
  /** … and of every other person. */
  idle_days: Time,
  session_days: Time,
})
export type Settings = z.infer<typeof Settings>
export type SettingName = keyof Settings

/** The purpose of each setting, in one line for the person who sets it. */
export const SETTING_WORDS: Record<SettingName, string> = {
  cutoff: 'until when an order is in time, on the distributor’s clock',
  cutoff_days: 'how many days before delivery that is',
  clock_hours: 'how times are written: 24 for 18:00, 12 for 6:00 PM',
  contact_block: 'who the distributor is and how it is reached: lines with | between, the name first',
  invoice_header: 'the header lines of an invoice, with | between; empty for the contact block',
  weigh_ticket: 'whether an invoice carries its weigh ticket, on or off',
  qb_columns: 'the columns of the file for QuickBooks Online, with | between',
  orders_a_minute: 'how many orders a person who does not pick may place in a minute',
  orders_a_day: 'how many orders such a person may place in a day',
  order_lines_a_day: 'how many lines such a person may order in a day',
  company_orders_a_minute: 'how many orders all people of a company may place in a minute',
  company_orders_a_day: 'how many orders all people of a company may place in a day',
  company_order_lines_a_day: 'how many lines all people of a company may order in a day',
  second_factor_compulsory: 'whether roles 1 to 8 need a passkey to sign in, on or off',
  most_card_fee: 'the most per cent that paying by card may cost a customer; empty for no bound',
  keep_history_months: 'how many months edits and security events stay in the database, 13 or more',
  dispute_mail: 'where a new dispute of a payment is mailed; empty for nowhere',
  office_idle_hours: 'after how many hours without a call a session of roles 1 to 12 ends',
  office_session_days: 'after how many days it ends in any case',
  idle_days: 'after how many days without a call a session of everybody else ends',
  session_days: 'after how many days it ends in any case',
}
