/** The settings as an administrator sees them (`GET settings`), and the change of one. */
import { z } from 'zod'
import { SETTING_WORDS, type SettingName } from './settings.ts'

export const SETTING_NAMES = Object.keys(SETTING_WORDS) as [SettingName, ...SettingName[]]

export const SettingEntry = z.object({
  name: z.enum(SETTING_NAMES),
  /** As a person set it; null for the default. */
  value: z.string().nullable(),
  default_value: z.string(),
  /** The person who changed it last, and when; null where it was not changed. '' means the server's command line. */
  changed_by: z.string().nullable(),
  changed_at: z.string().nullable(),
})
export type SettingEntry = z.infer<typeof SettingEntry>

export const SettingsAnswer = z.object({
  settings: SettingEntry.array(),
  /** The values that are set where the server is started. */
  server: z.object({
    time_zone: z.string(),
    /** The address from which mails are sent; null where none can be sent. */
    mail_from: z.string().nullable(),
    public_url: z.string().nullable(),
    /** Whether customers can pay online, with real money or with the provider's test cards. */
    payments: z.enum(['none', 'test', 'live']),
  }),
  /** How much data there already is: the first steps check it. */
  counts: z.object({ products: z.int(), locations: z.int(), people: z.int() }),
})
export type SettingsAnswer = z.infer<typeof SettingsAnswer>

/** The most characters of a setting. */
export const SETTING_CHARACTERS = 2_000

const SettingValue = z.string().max(SETTING_CHARACTERS).nullable()

/**
 * The body of `PATCH settings/{name}`: null for the default. `base` is the value that the person saw: if another user
 * has changed the setting meanwhile, the call is a clash.
 */
export const SettingChange = z.strictObject({ value: SettingValue, base: SettingValue.optional() })
export type SettingChange = z.infer<typeof SettingChange>
