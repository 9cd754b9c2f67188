import { Link } from '#src/kit/Link.tsx'
import { to } from '#src/paths.ts'
import type { FormEvent, ReactNode } from 'react'
import classes from './SignInScreen.module.css'

interface SessionCardProps {
  title: string
  onSubmit?: () => void
  children: ReactNode
}

/** A form for who is not signed in, with the way to the sign-in below it. */
export function SessionCard({ title, onSubmit, children }: SessionCardProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit?.()
  }
  return (
    <main className={classes.page}>
      <form className={classes.card} onSubmit={submit} aria-label={title}>
        <div className={classes.brand}>
          <img src="/icons/icon.svg" alt="" width={48} height={48} />
          <h1>{title}</h1>
        </div>
        {children}
        <Link to={to.orders()}>To the sign-in</Link>
      </form>
    </main>
  )
}
