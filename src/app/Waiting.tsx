import { Skeleton } from '@mantine/core'
import { useEffect, useState } from 'react'
import classes from './Shell.module.css'

/** The steps of a start that can wait for something outside this page. */
export type StartStep = 'session' | 'code' | 'storage'

/** The time after which a start says what it waits for, in ms. */
export const WAIT_SILENTLY_MS = 5_000

const BUSY_TAB = 'Another Larder tab is busy: close it or wait.'
const WORDS: Record<StartStep, { doing: string; why: string }> = {
  session: { doing: 'Looking up who is signed in here', why: BUSY_TAB },
  code: { doing: 'Loading the app', why: 'The network is slow: please wait.' },
  storage: { doing: 'Opening what is kept on this device', why: BUSY_TAB },
}

/** Replaces the app where even its first step waits. It needs no theme, because the app loads that. */
export function WaitingPage({ step }: { step: StartStep }) {
  return (
    <main className={classes.main}>
      <WaitingWords step={step} />
    </main>
  )
}

/** Says which step of the start waits, and for what. */
function WaitingWords({ step }: { step: StartStep }) {
  const { doing, why } = WORDS[step]
  return (
    <div className={`${classes.panel} ${classes.waiting}`} role="status">
      <p>
        <b>{doing} takes longer than usual.</b>
      </p>
      <p>{why} Larder goes on by itself.</p>
    </div>
  )
}

/** Shows the shape of the coming page while the person's engine opens; after a while, what it waits for. */
export function Opening({ step }: { step: StartStep }) {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), WAIT_SILENTLY_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <main className={classes.main} aria-busy>
      {isLate && <WaitingWords step={step} />}
      <Skeleton height={36} width={180} mb={16} />
      <Skeleton height={320} radius="md" />
    </main>
  )
}
