/** The settings by what they are about, each with its label and the kind of its field. */
import type { SettingName } from '#contract/settings/settings.ts'

interface Field {
  label: string
  /** `lines`: a text of several lines, which are stored with `|` between them. */
  kind: 'text' | 'lines' | 'number' | 'switch' | 'time' | 'choice'
  /** The options of a choice. */
  options?: { value: string; label: string }[]
  /** What a number counts. */
  unit?: string
  /** What it does, where the words of the command line (`SETTING_WORDS`) speak of how it is typed there. */
  words?: string
}

export const SETTING_FIELDS: Record<SettingName, Field> = {
  contact_block: {
    label: 'Company, and how it is reached',
    kind: 'lines',
    words: 'On invoices and mails: one line each, the name first',
  },
  invoice_header: {
    label: 'Header of invoices',
    kind: 'lines',
    words: 'What an invoice begins with, one line each; empty for the lines of the company',
  },
  cutoff: { label: 'Cut-off', kind: 'time' },
  cutoff_days: { label: 'Days before delivery', kind: 'number', unit: 'days' },
  clock_hours: {
    label: 'Times',
    kind: 'choice',
    words: 'How a time of day is written',
    options: [
      { value: '24', label: '18:00' },
      { value: '12', label: '6:00 PM' },
    ],
  },
  orders_a_minute: { label: 'Orders of a person in a minute', kind: 'number' },
  orders_a_day: { label: 'Orders of a person in a day', kind: 'number' },
  order_lines_a_day: { label: 'Lines of a person in a day', kind: 'number' },
  company_orders_a_minute: { label: 'Orders of a company in a minute', kind: 'number' },
  company_orders_a_day: { label: 'Orders of a company in a day', kind: 'number' },
  company_order_lines_a_day: { label: 'Lines of a company in a day', kind: 'number' },
  weigh_ticket: {
    label: 'Weigh ticket on invoices',
    kind: 'switch',
    words: 'Each weighed piece is listed below the invoice',
  },
  qb_columns: {
    label: 'Columns for QuickBooks Online',
    kind: 'lines',
    words: 'The columns of its file in their order, one line each',
  },
  most_card_fee: { label: 'Highest card fee', kind: 'text', unit: '%' },
  dispute_mail: { label: 'Disputes are mailed to', kind: 'text' },
  second_factor_compulsory: {
    label: 'Passkey for the office',
    kind: 'switch',
    words: 'Who works in the office needs a passkey to sign in',
  },
  office_idle_hours: { label: 'Office: hours without a call', kind: 'number', unit: 'hours' },
  office_session_days: { label: 'Office: longest session', kind: 'number', unit: 'days' },
  idle_days: { label: 'Everybody else: days without a call', kind: 'number', unit: 'days' },
  session_days: { label: 'Everybody else: longest session', kind: 'number', unit: 'days' },
  keep_history_months: { label: 'History', kind: 'number', unit: 'months' },
}

interface Group {
  id: 'company' | 'ordering' | 'limits' | 'invoices' | 'mail' | 'sessions' | 'history'
  title: string
  names: readonly SettingName[]
}

export const GROUPS: readonly Group[] = [
  { id: 'company', title: 'Company and letterhead', names: ['contact_block', 'invoice_header'] },
  { id: 'ordering', title: 'Ordering', names: ['cutoff', 'cutoff_days', 'clock_hours'] },
  {
    id: 'invoices',
    title: 'Invoices and payments',
    names: ['weigh_ticket', 'most_card_fee', 'dispute_mail', 'qb_columns'],
  },
  { id: 'mail', title: 'Mail', names: [] },
  {
    id: 'sessions',
    title: 'Sign-in',
    names: [
      'second_factor_compulsory',
      'office_idle_hours',
      'office_session_days',
      'idle_days',
      'session_days',
    ],
  },
  {
    id: 'limits',
    title: 'Limits for customers',
    names: [
      'orders_a_minute',
      'orders_a_day',
      'order_lines_a_day',
      'company_orders_a_minute',
      'company_orders_a_day',
      'company_order_lines_a_day',
    ],
  },
  { id: 'history', title: 'Retention', names: ['keep_history_months'] },
]

/** A stored text of lines as a person reads and types it: one line below the other. */
export const shownLines = (stored: string): string =>
  stored
    .split('|')
    .map((line) => line.trim())
    .join('\n')

export const storedLines = (typed: string): string =>
  typed
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('|')
