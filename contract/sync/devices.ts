/** A device as the foreman sees it, the people whose orders wait, and one line of an item's history. */
import { z } from 'zod'
import { TABLES } from './entities.ts'

export const Device = z.object({
  device_id: z.string(),
  user: z.int(),
  username: z.string(),
  /** The name that people give the device; null where it has none. Missing in the answer of an older server. */
  name: z.string().nullable().default(null),
  last_seen: z.string(),
  /** Unsent edits by order id, as the device last reported. */
  unsent: z.record(z.string(), z.int()),
  unsent_count: z.int(),
  /** Open decisions of a person by order id, as the device last reported: refused and clashing edits. */
  needs_you: z.record(z.string(), z.int()),
  needs_you_count: z.int(),
  /**
   * When the device last held other rows than the server, which it then read again, and in which tables; null for
   * never.
   */
  differed_at: z.string().nullable(),
  differed: z.array(z.enum(TABLES)),
})
export type Device = z.infer<typeof Device>

/** The text on a handheld's sticker: "Cold room 3". */
const DeviceName = z.string().trim().min(1, 'must not be empty').max(40, 'must have at most 40 characters')

/** Gives a device its name; null removes the name. */
export const DeviceNameBody = z.object({ name: DeviceName.nullable() })

/** The number of characters that distinguish a device's id from the distributor's other devices. */
const DEVICE_CHARACTERS = 8
export const shortDeviceId = (id: string): string => id.slice(0, DEVICE_CHARACTERS)
/** Returns a device in words: its name, or the beginning of its id. */
export const deviceWord = (id: string, name: string | null): string => name ?? `device ${shortDeviceId(id)}`

/** A person who ordered more than a setting allows: their further orders wait on their device. */
export const BoundedPerson = z.object({
  user: z.int(),
  username: z.string(),
  company: z.string().nullable(),
  /** When the person last did so. */
  at: z.string(),
  /** The setting's name. */
  setting: z.string(),
})
export type BoundedPerson = z.infer<typeof BoundedPerson>

/** Who did what to an item or one of its pieces, on which device, by which scan. */
export const AuditLine = z.object({
  at: z.string(),
  made_at: z.string(),
  username: z.string(),
  brought_by: z.string().nullable(),
  device_id: z.string(),
  device_name: z.string().nullable().default(null),
  entity: z.string(),
  method: z.string(),
  body: z.unknown(),
  raw_scan: z.string().nullable(),
  reason: z.string().nullable(),
  outcome: z.string(),
})
export type AuditLine = z.infer<typeof AuditLine>
