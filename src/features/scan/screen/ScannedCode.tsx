import classes from '#src/picking/floor.module.css'

/** A scan with what cannot be seen made visible. */
export function ScannedCode({ raw }: { raw: string }) {
  return <p className={classes.code}>{raw.replaceAll('\u001d', '␝')}</p>
}
