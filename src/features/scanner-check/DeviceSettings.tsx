import { REGIONS } from '#contract/barcode/random-weight.ts'
import { SEPARATORS, type DeviceScanSettings } from '#src/device/scan-settings.ts'
import { hasGloves, setGloves } from '#src/device/gloves.ts'
import { useState } from 'react'
import classes from './scanner-check.module.css'

interface DeviceSettingsProps {
  value: DeviceScanSettings
  onChange: (value: DeviceScanSettings) => void
}

/** A sign alone is easily taken for a cursor or a speck. */
const SAID = { '|': '(bar)', '~': '(tilde)', '^': '(caret)', '{GS}': '', '<GS>': '' }

/** Country or layout as people write it: "great-britain" is Great Britain. */
const regionName = (region: string) =>
  region === 'us'
    ? 'United States'
    : region
        .replace(/^us-/, 'United States, ')
        .replaceAll('-', ' ')
        .replace(/\b(?<!,.*)[a-z]/g, (letter) => letter.toUpperCase())

/** The device's settings for its codes and its scanner; stored at once, used by wedge and camera alike. */
export function DeviceSettings({ value, onChange }: DeviceSettingsProps) {
  const [isGloved, setGloved] = useState(hasGloves)
  return (
    <section className={classes.panel} aria-label="This device">
      <h2>This device</h2>
      <div className={classes.settings}>
        <label>
          Random-weight codes
          <select
            className={classes.select}
            value={value.region}
            onChange={(event) =>
              onChange({ ...value, region: event.currentTarget.value as DeviceScanSettings['region'] })
            }
          >
            <option value="">UPC-A only</option>
            {REGIONS.map((region) => (
              <option key={region} value={region}>
                {regionName(region)}
              </option>
            ))}
          </select>
        </label>
        <label>
          Scanner sends for FNC1
          <select
            className={classes.select}
            value={value.separator}
            onChange={(event) => onChange({ ...value, separator: event.currentTarget.value })}
          >
            <option value="">GS (ASCII 29)</option>
            {SEPARATORS.map((separator) => (
              <option key={separator} value={separator}>
                {`${separator} ${SAID[separator]}`.trim()}
              </option>
            ))}
          </select>
        </label>
        <label className={classes.gloves}>
          <input
            type="checkbox"
            checked={isGloved}
            onChange={({ currentTarget: { checked } }) => {
              setGloves(checked)
              setGloved(checked)
            }}
          />
          Thick gloves: larger buttons
        </label>
      </div>
      <p>
        Codes with a price or weight of their own differ by country. The choice is kept on this device and
        holds for the scanner and the camera.
      </p>
    </section>
  )
}
