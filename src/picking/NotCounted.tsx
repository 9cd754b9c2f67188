interface NotCountedProps {
  /** What the picker does first. */
  first?: string
  /** Whether it is part of an alert, which is spoken as a whole. */
  isInAlert?: boolean
}

/** Says that a scan was not counted, because something waits for the picker first. */
export const NotCounted = ({ first = 'answer this', isInAlert }: NotCountedProps) => (
  <p role={isInAlert ? undefined : 'alert'}>
    <b>Not counted: {first} first.</b>
  </p>
)
