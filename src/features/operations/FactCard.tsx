import type { ReactNode } from 'react'
import classes from './operations.module.css'

interface FactCardProps {
  title: string
  /** `Fact` elements. */
  children: ReactNode
}

/** A card of `/operations`: facts below a heading. */
export const FactCard = ({ title, children }: FactCardProps) => (
  <section className={classes.card} aria-label={title}>
    <h2>{title}</h2>
    <dl className={classes.facts}>{children}</dl>
  </section>
)

export const Fact = ({ label, children }: { label: string; children: string }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)
