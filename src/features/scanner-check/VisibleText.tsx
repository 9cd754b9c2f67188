import { Fragment } from 'react'
import classes from './scanner-check.module.css'

/** A text with ␝ in it. Many fonts lack the sign, so it is drawn as a small framed “GS”; copied, it is the sign. */
export function VisibleText({ children }: { children: string }) {
  return children.split('␝').map((part, at) => (
    // The parts have no other name than their place.
    // oxlint-disable-next-line react/no-array-index-key
    <Fragment key={at}>
      {at > 0 && <span className={classes.gs}>␝</span>}
      {part}
    </Fragment>
  ))
}
