import { IconAlertTriangle } from '@tabler/icons-react'
import classes from './Modal.module.css'

/** A failure in a dialog: its heading and its whole text. */
export const Failure = ({ heading, text }: { heading: string; text: string }) => (
  <div className={classes.failure} role="alert">
    <IconAlertTriangle size={22} aria-hidden />
    <h3>{heading}</h3>
    {/* Keyboards must reach a box that scrolls (WCAG 2.1.1). */}
    {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
    <p tabIndex={0}>{text}</p>
  </div>
)
