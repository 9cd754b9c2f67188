import { useRead } from '#src/ui/use-read.ts'
import { Button } from '@mantine/core'
import classes from './SignInScreen.module.css'

export interface DemoSignIn {
  username: string
  role: string
}
interface Demo {
  demo: boolean
  sign_ins: DemoSignIn[]
  password: string
}

async function readDemo(signal: AbortSignal): Promise<Demo | null> {
  const answer = await fetch('/api/demo', { signal })
  return answer.ok ? ((await answer.json()) as Demo) : null
}

/** The demo distributor's people, while its data is in use; nothing on a real installation or without the server. */
export function DemoSignIns({ onPick }: { onPick: (signIn: DemoSignIn & { password: string }) => void }) {
  // Only a convenience: without it a person types.
  const { value: demo } = useRead(readDemo, true)
  if (!demo?.demo) return null
  return (
    <section className={classes.demo} aria-label="Demo sign-ins">
      <h2>Demo data is in use</h2>
      <p>
        Everybody’s password is <code>{demo.password}</code>. Press a name to fill it in.
      </p>
      <ul>
        {demo.sign_ins.map((signIn) => (
          <li key={signIn.username}>
            <Button
              variant="default"
              fullWidth
              justify="space-between"
              rightSection={<span className={classes.role}>{signIn.role}</span>}
              onClick={() => onPick({ ...signIn, password: demo.password })}
            >
              {signIn.username}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
