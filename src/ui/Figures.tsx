import type { ReactNode } from 'react'
import classes from './figures.module.css'

interface FiguresProps {
  label: string
  /** In their order; a fact that is left out is false or null. */
  facts: readonly ({ label: string; value: ReactNode } | false | null)[]
}

/** The main facts, in large figures above a screen's rows. */
export const FigureList = ({ label, facts }: FiguresProps) => (
  <dl className={classes.figures} aria-label={label}>
    {facts.map(
      (fact) =>
        fact && (
          <div key={fact.label}>
            <dt>{fact.label}</dt>
            <dd>{fact.value}</dd>
          </div>
        ),
    )}
  </dl>
)
