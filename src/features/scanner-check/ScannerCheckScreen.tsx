import { ScreenTitle } from '#src/kit/page/ScreenTitle.tsx'
import { Button } from '#src/ui/Button.tsx'
import {
  readDeviceSettings,
  scanSettings,
  writeDeviceSettings,
  type DeviceScanSettings,
} from '#src/device/scan-settings.ts'
import { playAnswer, prepareSound } from '#src/device/sound.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { IconBarcode, IconPrinter } from '@tabler/icons-react'
import { useCallback, useEffect, useReducer, useState } from 'react'
import { CameraPanel } from './CameraPanel.tsx'
import { DeviceSettings } from './DeviceSettings.tsx'
import { OwnBeep, type BeepCheck } from './OwnBeep.tsx'
import { PhotoFiles } from './PhotoFiles.tsx'
import { isAllRight, noResults, resultsAfter, type Arrived } from './results.ts'
import { ResultTable } from './ResultTable.tsx'
import classes from './scanner-check.module.css'
import { TestCodes } from './TestCodes.tsx'
import { useScannerEngine } from '#src/device/scanner/use-scanner-engine.ts'
import { useWedgeCheck, type WedgeScan } from './use-wedge-check.ts'

/** `/scanner`: sets a device up in two minutes. Needs no server: all of it happens on the device. */
export function ScannerCheckScreen() {
  const [device, setDevice] = useState(readDeviceSettings)
  const [{ results }, dispatch] = useReducer(resultsAfter, { settings: scanSettings() }, noResults)
  const [beepCheck, setBeepCheck] = useState<BeepCheck>('idle')
  const openEngine = useScannerEngine()
  const [newest] = results

  useEffect(() => prepareSound(), [])
  const add = useCallback((scan: Arrived, isSilent = false) => {
    dispatch({ kind: 'arrived', scan })
    // A hundred photos would be a hundred beeps.
    if (scan.by !== 'photo' && !isSilent) playAnswer(isAllRight(scan) ? 'match' : 'wrong')
  }, [])
  const onWedge = useCallback(
    (scan: WedgeScan) => {
      add({ ...scan, by: 'wedge', from: 'Wedge' }, beepCheck === 'silent')
      if (beepCheck === 'silent') setBeepCheck('asked')
    },
    [add, beepCheck],
  )
  const onAgain = useCallback(() => dispatch({ kind: 'again' }), [])
  const onSettings = useCallback((chosen: DeviceScanSettings) => {
    writeDeviceSettings(chosen)
    setDevice(chosen)
    dispatch({ kind: 'settings', settings: scanSettings() })
  }, [])
  useWedgeCheck(onWedge, onAgain)

  return (
    <div className={classes.page}>
      <div className={classes.head}>
        <ScreenTitle>Scanner check</ScreenTitle>
        <Button size="floor" icon={<IconPrinter size={22} aria-hidden />} onClick={() => window.print()}>
          Print the codes
        </Button>
      </div>
      <p className={classes.lead}>
        Scan the three codes, on paper or from another screen. The table shows what arrives and what to change
        in the scanner. It works offline.
      </p>
      <TestCodes results={results} />
      <div className={classes.panels}>
        <DeviceSettings value={device} onChange={onSettings} />
        <OwnBeep
          beeps={device.beeps}
          step={beepCheck}
          onStep={setBeepCheck}
          onHeard={(beeps) => {
            onSettings({ ...device, beeps })
            setBeepCheck('idle')
          }}
        />
        <CameraPanel openEngine={openEngine} onRead={add} />
        <PhotoFiles openEngine={openEngine} onRead={add} />
      </div>
      <section className={classes.results} aria-label="Results">
        <div className={classes.head}>
          <h2>Results</h2>
          <Button
            size="floor"
            reason={results.length === 0 && 'Nothing has been scanned yet.'}
            onClick={() => dispatch({ kind: 'clear' })}
          >
            Clear
          </Button>
        </div>
        {/* Read out as it comes: the person looks at the scanner, not at the table. */}
        <p role="status" className={classes.newest}>
          {newest &&
            `${newest.from}: ${newest.text || 'no code'}. ${newest.advice.map(({ message }) => message).join(' ')}`}
        </p>
        {newest ? (
          <ResultTable results={results} />
        ) : (
          <EmptyState icon={<IconBarcode size={40} />} title="Nothing scanned yet">
            Scan a code with the scanner, start the camera, or choose photo files. No field needs to be tapped
            first.
          </EmptyState>
        )}
      </section>
    </div>
  )
}
