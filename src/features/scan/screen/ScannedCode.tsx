import classes from '#src/picking/floor.module.css'

/** Shows the text of a scan, with signs in place of characters that cannot be seen. */
export function ScannedCode({ raw }: { raw: string }) {
  return <p className={classes.code}>{raw.replaceAll('\u001d', '␝')}</p>
}
