/** Said of a scan that came while something waits for an answer. */
export const IgnoredScan = () => (
  <p role="alert">
    <b>Not counted: answer this first.</b>
  </p>
)
