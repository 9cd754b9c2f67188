/**
 * How this device reads codes: the layout of random-weight codes, which each country defines itself, and the character
 * that its scanner sends for FNC1. Stored on the device, because it depends on the house and the scanner.
 */
import { REGIONS, type Region } from '#contract/barcode/random-weight.ts'
import type { ScanSettings } from '#contract/barcode/parse.ts'

export interface DeviceScanSettings {
  /** '' where only UPC-A with first digit 2 is read, as in the United States. */
  region: Region | ''
  /** One of `SEPARATORS`; '' for ASCII 29 alone. */
  separator: string
  /** Whether the scanner beeps by itself at each scan, as a person has checked; null if no person has checked. */
  beeps: boolean | null
}

/** The characters that scanners are set to send where they cannot send ASCII 29. */
export const SEPARATORS = ['|', '~', '^', '{GS}', '<GS>'] as const

const KEY = 'larder.scan-settings'
type Store = Pick<Storage, 'getItem' | 'setItem'>

/** Returns the chosen settings. A value that is unreadable or no longer a choice counts as not chosen. */
export function readDeviceSettings(store: Store = localStorage): DeviceScanSettings {
  let kept: Partial<DeviceScanSettings> = {}
  try {
    kept = (JSON.parse(store.getItem(KEY) ?? '{}') ?? {}) as typeof kept
  } catch {
    // The value was not written by this app.
  }
  return {
    region: REGIONS.find((region) => region === kept.region) ?? '',
    separator: SEPARATORS.find((separator) => separator === kept.separator) ?? '',
    beeps: typeof kept.beeps === 'boolean' ? kept.beeps : null,
  }
}

export function writeDeviceSettings(settings: DeviceScanSettings, store: Store = localStorage): void {
  store.setItem(KEY, JSON.stringify(settings))
}

/** Returns the settings for `parseScan` and for every look-up of a scan. */
export const scanSettingsOf = (
  { region, separator }: Pick<DeviceScanSettings, 'region' | 'separator'>,
  now: Date,
): ScanSettings => ({
  currentYear: now.getFullYear(),
  ...(region && { region }),
  ...(separator && { gsSubstitutes: [separator] }),
})

export const scanSettings = (): ScanSettings => scanSettingsOf(readDeviceSettings(), new Date())
