import { Button } from '#src/ui/Button.tsx'
import { IconPrinter } from '@tabler/icons-react'
import classes from './RecoveryCodes.module.css'

interface RecoveryCodesProps {
  codes: readonly string[]
  onDone: () => void
}

/**
 * New recovery codes, which the server does not show again (docs/decisions/0219). The printed paper has nothing else.
 */
export function RecoveryCodeList({ codes, onDone }: RecoveryCodesProps) {
  return (
    <div className={classes.codes} data-print-alone>
      <p>
        Each of these codes signs you in once, after your password, if your passkeys are lost. Print them and
        keep them where your papers are. They are not shown again.
      </p>
      <ol aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className={classes.buttons}>
        <Button icon={<IconPrinter size={20} aria-hidden />} onClick={() => window.print()}>
          Print
        </Button>
        <Button kind="main" onClick={onDone}>
          I have kept them
        </Button>
      </div>
    </div>
  )
}
