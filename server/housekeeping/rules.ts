/** What the server forgets, and after how many days (docs/operations.md, "What is forgotten"). */
import { photoPath } from '#contract/products/photo.ts'
import { TOMBSTONE_DAYS } from '../feed/tombstones.ts'

export interface Rule {
  /** For the log. */
  what: string
  days: number
  table: string
  /** SQL of a row `t` that is old enough; $1 is the moment so many days ago. */
  isOver: string
  /** What becomes of it; it is deleted where nothing is said. */
  set?: string
}

/** SQL: this address names the photograph `t`, by its path or completely, as a browser copies it. */
const namesPhoto = (url: string) => `substring(${url} from '${photoPath('([0-9a-f]{32})')}') = t.hash`

export const FORGET_RULES: readonly Rule[] = [
  { what: 'tombstones', days: TOMBSTONE_DAYS, table: 'gone_rows', isOver: 't.at < $1' },
  // Their refresh tokens go with them. A session that was not used for so long has ended by the settings.
  { what: 'sessions', days: 400, table: 'sessions', isOver: 'coalesce(t.revoked_at, t.last_used_at) < $1' },
  // A token whose successor was used is refused, whether it is known or not.
  {
    what: 'refresh tokens',
    days: 30,
    table: 'refresh_tokens',
    isOver: 't.superseded_at < $1',
  },
  {
    what: 'photographs that no product has',
    days: 30,
    table: 'photos',
    isOver: `t.made_at < $1 and not exists (select from products p where ${namesPhoto('p.url')})
      and not exists (select from item_codes c where ${namesPhoto('c.url')})`,
  },
  { what: 'keyed calls', days: 90, table: 'keyed_calls', isOver: 't.at < $1' },
  {
    what: 'texts of mails',
    days: 365,
    table: 'mails',
    // A mail that was refused or perhaps sent may still be sent.
    isOver: `t.state in ('sent', 'dropped') and t.settled_at < $1 and (t.text_body <> '' or t.html_body <> '' or t.attachment is not null)`,
    set: `text_body = '', html_body = '', attachment = null`,
  },
  {
    what: 'devices',
    days: 365,
    table: 'devices',
    isOver: `t.last_seen_at < $1 and t.unsent = '{}' and t.needs_you = '{}'`,
  },
  { what: 'events of the payment provider', days: 365, table: 'payment_events', isOver: 't.handled_at < $1' },
  { what: 'failed sign-ins', days: 30, table: 'sign_in_failures', isOver: 't.at < $1' },
  { what: 'orders counted for bounds', days: 30, table: 'placings', isOver: 't.at < $1' },
  { what: 'links of mails', days: 30, table: 'password_links', isOver: 't.expires_at < $1' },
  { what: 'links of accounts', days: 30, table: 'account_links', isOver: 't.expires_at < $1' },
]
