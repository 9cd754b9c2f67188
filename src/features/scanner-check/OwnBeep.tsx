import { Button } from '#src/ui/Button.tsx'
import { Chip } from '#src/ui/Chip.tsx'
import classes from './scanner-check.module.css'

/**
 * `silent`: the next scan gets no answer. `asked`: the scan has come, and the person says whether they heard a beep.
 */
export type BeepCheck = 'idle' | 'silent' | 'asked'

interface OwnBeepProps {
  /** Whether the scanner beeps by itself; null where it has not been checked. */
  beeps: boolean | null
  step: BeepCheck
  onStep: (step: BeepCheck) => void
  onHeard: (beeps: boolean) => void
}

/**
 * A scanner's own beep comes before Larder's answer and sounds like "good" after every scan. This panel shows how
 * to turn it off, and whether it is off.
 */
export function OwnBeep({ beeps, step, onStep, onHeard }: OwnBeepProps) {
  return (
    <section className={classes.panel} aria-label="The scanner’s own beep">
      <div className={classes.head}>
        <h2>The scanner’s own beep</h2>
        {beeps === null ? (
          <Chip tone="plain">Not checked</Chip>
        ) : beeps ? (
          <Chip tone="warn">On</Chip>
        ) : (
          <Chip tone="ok">Off</Chip>
        )}
      </div>
      <p>
        Larder answers each scan with a sound of its own: counted, not found, already complete. A beep of the
        scanner comes before that and means only that it has read a code. Turn it off.
      </p>
      {beeps && (
        <ul>
          <li>
            Zebra: DataWedge, the profile, scanner settings, scan parameters, decode audio feedback: none.
          </li>
          <li>Honeywell: the scanner’s profile, notifications, good read notification: off.</li>
          <li>A scanner on a cable or by Bluetooth: the code “good read beeper off” in its manual.</li>
        </ul>
      )}
      {step === 'idle' && (
        <Button size="floor" onClick={() => onStep('silent')}>
          {beeps === null ? 'Check it' : 'Check it again'}
        </Button>
      )}
      {step === 'silent' && (
        <>
          <p role="status">Scan one of the codes. Larder stays silent.</p>
          <Button size="floor" onClick={() => onStep('idle')}>
            Cancel
          </Button>
        </>
      )}
      {step === 'asked' && (
        <div className={classes.asked} role="group" aria-label="Did the scanner beep?">
          <p role="status">Did the scanner beep?</p>
          <Button size="floor" onClick={() => onHeard(true)}>
            It beeped
          </Button>
          <Button size="floor" onClick={() => onHeard(false)}>
            It was silent
          </Button>
        </div>
      )}
    </section>
  )
}
