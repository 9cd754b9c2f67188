import { Button } from '#src/ui/Button.tsx'
import { useEffect, useState } from 'react'
import classes from './SignInScreen.module.css'

export interface DemoSignIn {
  username: string
  role: string
  /** What this person comes for; missing in the answer of an earlier release. */
  sees?: string
}
interface Demo {
  demo: boolean
  sign_ins: DemoSignIn[]
  password: string
}

/** Only a convenience: null where it cannot be read, and a person types. */
export async function readDemo(): Promise<Demo | null> {
  try {
    const answer = await fetch('/api/demo')
    return answer.ok ? ((await answer.json()) as Demo) : null
  } catch {
    return null
  }
}

interface DemoSignInsProps {
  /** As it was asked when the screen was opened. */
  asked: ReturnType<typeof readDemo>
  onPick: (signIn: DemoSignIn & { password: string }) => void
}

/** The demo distributor's people, while its data is in use; nothing on a real installation or without the server. */
export function DemoSignIns({ asked, onPick }: DemoSignInsProps) {
  const [demo, setDemo] = useState<Demo | null>(null)
  useEffect(() => void asked.then(setDemo), [asked])
  if (!demo?.demo) return null
  return (
    <section className={classes.demo} aria-label="Demo sign-ins">
      <h2>Demo data is in use</h2>
      <p>
        Everybody’s password is <code>{demo.password}</code>. Try as one of these people: press a name to fill
        it in.
      </p>
      <ul>
        {demo.sign_ins.map((signIn) => (
          <li key={signIn.username}>
            <Button
              aside={<span className={classes.role}>{signIn.role}</span>}
              onClick={() => onPick({ ...signIn, password: demo.password })}
            >
              {signIn.username}
            </Button>
            {signIn.sees && <span className={classes.sees}>{signIn.sees}</span>}
          </li>
        ))}
      </ul>
    </section>
  )
}
