import classes from './LicencesLink.module.css'

/** Leads to the licences of all software in the app. The build writes the file (`scripts/licences.ts`), and it is kept for offline use. */
export function LicencesLink() {
  return (
    <a className={classes.link} href="/licences.txt" target="_blank" rel="noreferrer">
      Licences
    </a>
  )
}
