import { RecoveryCodeList } from '#src/kit/RecoveryCodes.tsx'
import { ErrorNote } from '#src/ui/ErrorNote.tsx'
import classes from './SignInScreen.module.css'

interface NewRecoveryCodesProps {
  codes: string[]
  problem: string | null
  onDone: () => void
}

/** The new recovery codes, until the person says that they are kept. */
export function NewRecoveryCodes({ codes, problem, onDone }: NewRecoveryCodesProps) {
  return (
    <main className={classes.page}>
      <section className={classes.card} aria-label="Recovery codes">
        <h1>Recovery codes</h1>
        <RecoveryCodeList codes={codes} onDone={onDone} />
        <ErrorNote>{problem}</ErrorNote>
      </section>
    </main>
  )
}
