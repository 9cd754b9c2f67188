import { Link } from '#src/kit/links/Link.tsx'
import { to } from '#src/paths.ts'
import type { FormEvent, ReactNode } from 'react'
import { Brand } from './Brand.tsx'
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
        <Brand title={title} />
        {children}
        <Link to={to.orders()}>To the sign-in</Link>
      </form>
    </main>
  )
}
